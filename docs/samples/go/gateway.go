package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// SignRequest gives the headers of one request but Host, which the client sends by itself. path has its query, body is what is sent, secret the key as it was handed over.
func SignRequest(keyID, secret, method, host, path string, body []byte, now time.Time) (map[string]string, error) {
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		return nil, err
	}
	date := now.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")
	sum := sha256.Sum256(body)
	digest := "SHA-256=" + base64.StdEncoding.EncodeToString(sum[:])
	text := fmt.Sprintf("(request-target): %s %s\nhost: %s\ndate: %s\ndigest: %s", strings.ToLower(method), path, host, date, digest)
	return map[string]string{
		"Content-Type": "application/json",
		"Date":         date,
		"Digest":       digest,
		"Authorization": fmt.Sprintf(`Signature keyId="%s",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="%s"`,
			keyID, mac(key, []byte(text))),
	}, nil
}

// IsGenuine says whether a callback is the gateway's. header is r.Header.Get, body the raw bytes, secret begins with whsec_.
func IsGenuine(header func(name string) string, body []byte, secret string, now time.Time) bool {
	id, timestamp := header("webhook-id"), header("webhook-timestamp")
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 || id == "" {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 300*time.Second {
		return false
	}
	expected := "v1," + mac(key, append([]byte(id+"."+timestamp+"."), body...))
	for _, claimed := range strings.Split(header("webhook-signature"), " ") {
		if hmac.Equal([]byte(claimed), []byte(expected)) {
			return true
		}
	}
	return false
}

func mac(key, text []byte) string {
	hash := hmac.New(sha256.New, key)
	hash.Write(text)
	return base64.StdEncoding.EncodeToString(hash.Sum(nil))
}
