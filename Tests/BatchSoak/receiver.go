// A receiver that counts what arrives: how often each file, and how many requests at once.
//
// It prints its port. Every path is a ledger of its own:
//
//	POST /NAME?refuse=N&status=S&delay=MS&spread=MS&names=0
//	    takes an upload: the first N of each file are answered 503, the others 201 or S; both after
//	    the delay and a random part of the spread. With names=0 no names are kept.
//	GET /NAME
//	    tells the ledger as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"
)

type ledger struct {
	mutex sync.Mutex

	Requests int            `json:"requests"`
	Arrived  int            `json:"arrived"`
	InFlight int            `json:"inFlight"`
	Peak     int            `json:"peak"`
	Names    map[string]int `json:"names"`
	// The keys that came with each name; one each, if all is well.
	Keys map[string]map[string]bool `json:"keys"`

	refused map[string]int
}

var (
	mutex   sync.Mutex
	ledgers = map[string]*ledger{}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func find(path string) *ledger {
	mutex.Lock()
	defer mutex.Unlock()
	found := ledgers[path]
	if found == nil {
		found = &ledger{
			Names: map[string]int{}, Keys: map[string]map[string]bool{}, refused: map[string]int{},
		}
		ledgers[path] = found
	}
	return found
}

func (l *ledger) begin() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.Requests++
	l.InFlight++
	if l.InFlight > l.Peak {
		l.Peak = l.InFlight
	}
}

func (l *ledger) end() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.InFlight--
}

// Takes note of an upload that is here as a whole, and says whether it is accepted.
func (l *ledger) arrive(name, key string, refuse int, keepsNames bool) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.refused[name] < refuse {
		l.refused[name]++
		return false
	}
	l.Arrived++
	if keepsNames {
		l.Names[name]++
		if l.Keys[name] == nil {
			l.Keys[name] = map[string]bool{}
		}
		l.Keys[name][key] = true
	}
	return true
}

func filename(body []byte) string {
	mark := []byte(`filename="`)
	start := bytes.Index(body, mark)
	if start < 0 {
		return ""
	}
	rest := body[start+len(mark):]
	end := bytes.IndexByte(rest, '"')
	if end < 0 {
		return ""
	}
	return string(rest[:end])
}

func number(query url.Values, name string) int {
	value, _ := strconv.Atoi(query.Get(name))
	return value
}

func serve(writer http.ResponseWriter, request *http.Request) {
	found := find(request.URL.Path)
	if request.Method == http.MethodGet {
		found.mutex.Lock()
		defer found.mutex.Unlock()
		json.NewEncoder(writer).Encode(found)
		return
	}
	query := request.URL.Query()
	found.begin()
	body := buffers.Get().(*bytes.Buffer)
	body.Reset()
	defer buffers.Put(body)
	if count, err := io.Copy(body, request.Body); err != nil || count != request.ContentLength {
		found.end()
		return
	}
	name := ""
	keepsNames := query.Get("names") != "0"
	if keepsNames {
		name = filename(body.Bytes())
	}
	accepted := found.arrive(
		name, request.Header.Get("Idempotency-Key"), number(query, "refuse"), keepsNames)
	delay := number(query, "delay")
	if spread := number(query, "spread"); spread > 0 {
		delay += rand.Intn(spread)
	}
	if delay > 0 {
		time.Sleep(time.Duration(delay) * time.Millisecond)
	}
	// The client may begin the next one as soon as it has the answer.
	found.end()
	if !accepted {
		writer.Header().Set("Retry-After", "0")
		writer.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	status := number(query, "status")
	if status == 0 {
		status = http.StatusCreated
	}
	writer.WriteHeader(status)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, http.HandlerFunc(serve))
}
