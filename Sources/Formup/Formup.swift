// One import brings the whole toolkit.
@_exported public import BodyStreaming
@_exported public import MultipartFormData
