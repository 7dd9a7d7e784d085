// One import brings the whole toolkit.
@_exported public import BatchUpload
@_exported public import BodyStreaming
@_exported public import CurlTransports
@_exported public import ImageSniffing
@_exported public import MultipartFormData
@_exported public import SocketTransports
@_exported public import UploadHTTP
@_exported public import ZlibCompression
