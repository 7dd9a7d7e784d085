// Answers each request with what arrived, as JSON: method, protocol, SHA-256 of the body, header
// fields, and the number of parts that mime/multipart finds.
//
//	echo [CERTIFICATE KEY]
//
// Prints its port as the first line. With a certificate it speaks TLS, and HTTP/2 where agreed.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"strings"
)

type counter int64

func (count *counter) Write(bytes []byte) (int, error) {
	*count += counter(len(bytes))
	return len(bytes), nil
}

func echo(writer http.ResponseWriter, request *http.Request) {
	digest := sha256.New()
	var count counter
	body := io.TeeReader(request.Body, io.MultiWriter(digest, &count))
	_, parameters, _ := mime.ParseMediaType(request.Header.Get("Content-Type"))
	parts := 0
	reader := multipart.NewReader(body, parameters["boundary"])
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			break
		}
		if err == nil {
			_, err = io.Copy(io.Discard, part)
		}
		if err != nil {
			http.Error(writer, err.Error(), http.StatusBadRequest)
			return
		}
		parts++
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return
	}
	fields := map[string]string{}
	for name, values := range request.Header {
		fields[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	writer.Header().Set("Content-Type", "application/json")
	json.NewEncoder(writer).Encode(map[string]any{
		"server": "go", "method": request.Method, "protocol": request.Proto,
		"sha256": hex.EncodeToString(digest.Sum(nil)), "bytes": int64(count),
		"fields": fields, "parts": parts,
	})
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{Handler: http.HandlerFunc(echo), ErrorLog: log.New(io.Discard, "", 0)}
	if len(os.Args) == 3 {
		err = server.ServeTLS(listener, os.Args[1], os.Args[2])
	} else {
		err = server.Serve(listener)
	}
	log.Fatal(err)
}
