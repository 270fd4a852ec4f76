// A payment from its creation to its verified callback: `SECRET=… CALLBACK_SECRET=… go run .`
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"

	"shop/gateway"
)

type record struct {
	EventID     string `json:"event_id"`
	Type        string `json:"type"`
	Reference   string `json:"reference"`
	Identifier  string `json:"identifier"`
	Status      string `json:"status"`
	Amount      string `json:"amount"`
	Currency    string `json:"currency"`
	ErrorCode   int    `json:"error_code"`
	ErrorReason string `json:"error_reason"`
	Description string `json:"description"`
	Challenge   struct {
		Redirect struct {
			URL string `json:"url"`
		} `json:"challenge_redirect"`
	} `json:"challenge"`
}

var (
	address   = setting("GATEWAY", "http://localhost:3000")
	reference = fmt.Sprintf("order-%d", time.Now().UnixNano())
	seen      sync.Map // in your database, in the transaction that also changes the order
	ended     = make(chan struct{})
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+setting("PORT", "8080"))
	if err != nil {
		log.Fatal(err)
	}
	receiver := http.Server{Handler: http.HandlerFunc(receive)}
	go receiver.Serve(listener)
	port := listener.Addr().(*net.TCPAddr).Port
	fmt.Printf("listening: %d\n", port)

	request := map[string]any{
		"method": "ideal", "mode": "initial", "reference": reference, "currency": "EUR", "amount": json.Number("10.10"),
		"customer":     map[string]string{"identifier": "c-1", "first_name": "Anna", "last_name": "de Vries", "country": "NL"},
		"callback_url": fmt.Sprintf("http://127.0.0.1:%d/hooks", port),
	}
	if scenario := os.Getenv("SCENARIO"); scenario != "" {
		request["extra"] = map[string]any{"meta": map[string]string{"sandbox": scenario}}
	}
	body, _ := json.Marshal(request)
	created, err := send("POST", "/v2/payment", body)
	if err == nil && created.ErrorCode == 108 && created.Identifier != "" {
		// Ours, but the answer to an earlier try was lost.
		created, err = send("GET", "/v2/payment/"+reference, nil)
	}
	if err != nil {
		log.Fatal(err)
	}
	if created.ErrorCode != 0 {
		log.Fatalf("%s: %s", created.ErrorReason, created.Description)
	}
	fmt.Printf("created: %s %s\n", created.Reference, created.Status)
	if next := created.Challenge.Redirect.URL; next != "" {
		fmt.Printf("send the customer to: %s\n", next)
	}
	<-ended
	// Once the callback is answered.
	receiver.Shutdown(context.Background())
}

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || !gateway.IsGenuine(r.Header.Get, body, os.Getenv("CALLBACK_SECRET"), time.Now()) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event record
	if json.Unmarshal(body, &event) != nil || event.Type != "payment" || event.Reference != reference {
		return
	}
	if _, again := seen.LoadOrStore(event.EventID, true); again {
		return
	}
	if amount, _ := strconv.ParseFloat(event.Amount, 64); amount != 10.10 || event.Currency != "EUR" {
		event.Status = "another amount"
	}
	fmt.Printf("callback: %s %s\n", event.Reference, event.Status)
	close(ended)
}

// send sends the same bytes, each time with a new signature, until an answer says what became of them.
func send(method, path string, body []byte) (record, error) {
	base, err := url.Parse(address)
	if err != nil {
		return record{}, err
	}
	client := http.Client{Timeout: 40 * time.Second}
	for tries := 0; tries < 20; tries++ {
		headers, err := gateway.SignRequest(
			setting("KEY_ID", "mk_test_demo"), os.Getenv("SECRET"), method, base.Host, path, body, time.Now())
		if err != nil {
			return record{}, err
		}
		request, err := http.NewRequest(method, address+path, bytes.NewReader(body))
		if err != nil {
			return record{}, err
		}
		for name, value := range headers {
			request.Header.Set(name, value)
		}
		wait := 1
		if answer, err := client.Do(request); err == nil { // else no answer: as a 504
			var read record
			problem := json.NewDecoder(answer.Body).Decode(&read)
			answer.Body.Close()
			if answer.StatusCode != 429 && answer.StatusCode != 503 && answer.StatusCode != 504 {
				return read, problem
			}
			if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
				wait = seconds
			}
		}
		time.Sleep(time.Duration(wait) * time.Second)
	}
	return record{}, errors.New("no answer: ask again later, with the same reference")
}

func setting(name, otherwise string) string {
	if value, is := os.LookupEnv(name); is {
		return value
	}
	return otherwise
}
