// Go's mime/multipart, streamed: `go_encoder ADDRESS FORMS.json`.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
)

type part struct {
	Name     string  `json:"name"`
	Filename *string `json:"filename"`
	Value    string  `json:"value"`
	Path     string  `json:"path"`
}

type form struct {
	Name  string `json:"name"`
	Parts []part `json:"parts"`
}

func write(writer *multipart.Writer, one part) error {
	if one.Filename == nil {
		return writer.WriteField(one.Name, one.Value)
	}
	output, err := writer.CreateFormFile(one.Name, *one.Filename)
	if err != nil {
		return err
	}
	file, err := os.Open(one.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(output, file)
	return err
}

func post(address string, one form) error {
	reader, output := io.Pipe()
	writer := multipart.NewWriter(output)
	go func() {
		for _, part := range one.Parts {
			if err := write(writer, part); err != nil {
				output.CloseWithError(err)
				return
			}
		}
		output.CloseWithError(writer.Close())
	}()
	response, err := http.Post(address+one.Name, writer.FormDataContentType(), reader)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func main() {
	forms := []form{}
	text, err := os.ReadFile(os.Args[2])
	if err == nil {
		err = json.Unmarshal(text, &forms)
	}
	for index := 0; err == nil && index < len(forms); index++ {
		err = post(os.Args[1], forms[index])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
