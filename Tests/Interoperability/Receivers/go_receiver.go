// Go's net/http: `go_receiver reader` is Request.MultipartReader, `form` is
// Request.ParseMultipartForm.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"runtime"
)

type part struct {
	Name     string  `json:"name"`
	Filename *string `json:"filename"`
	Type     *string `json:"type"`
	Size     int64   `json:"size"`
	SHA256   string  `json:"sha256"`
}

func newPart(name, filename string, header textproto.MIMEHeader, data io.Reader) (part, error) {
	digest := sha256.New()
	size, err := io.Copy(digest, data)
	one := part{Name: name, Size: size, SHA256: hex.EncodeToString(digest.Sum(nil))}
	if filename != "" {
		one.Filename = &filename
	}
	if values := header["Content-Type"]; len(values) > 0 {
		one.Type = &values[0]
	}
	return one, err
}

func readWithReader(request *http.Request) ([]part, error) {
	parts := []part{}
	reader, err := request.MultipartReader()
	if err != nil {
		return nil, err
	}
	for {
		next, err := reader.NextPart()
		if err == io.EOF {
			return parts, nil
		}
		if err != nil {
			return nil, err
		}
		one, err := newPart(next.FormName(), next.FileName(), next.Header, next)
		if err != nil {
			return nil, err
		}
		parts = append(parts, one)
	}
}

func readWithForm(request *http.Request) ([]part, error) {
	parts := []part{}
	if err := request.ParseMultipartForm(1 << 20); err != nil {
		return nil, err
	}
	defer request.MultipartForm.RemoveAll()
	for name, values := range request.MultipartForm.Value {
		for _, value := range values {
			digest := sha256.Sum256([]byte(value))
			parts = append(parts, part{Name: name, Size: int64(len(value)),
				SHA256: hex.EncodeToString(digest[:])})
		}
	}
	for name, files := range request.MultipartForm.File {
		for _, file := range files {
			data, err := file.Open()
			if err != nil {
				return nil, err
			}
			one, err := newPart(name, file.Filename, file.Header, data)
			data.Close()
			if err != nil {
				return nil, err
			}
			parts = append(parts, one)
		}
	}
	return parts, nil
}

func main() {
	read := map[string]func(*http.Request) ([]part, error){
		"reader": readWithReader, "form": readWithForm,
	}[os.Args[1]]
	http.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		writer.Header().Set("Content-Type", "application/json")
		parts, err := read(request)
		if err != nil {
			writer.WriteHeader(http.StatusBadRequest)
			json.NewEncoder(writer).Encode(map[string]string{"error": err.Error()})
			return
		}
		json.NewEncoder(writer).Encode(parts)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("http://%s/ %s\n", listener.Addr(), runtime.Version())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	http.Serve(listener, nil)
}
