/**
 * How a sample of docs/samples is run: `verify`, then `id timestamp signature body secret now` for each callback, says of
 * each `genuine` or `refused`; `sign keyId secret method host path body now` says the headers.
 */
export type SampleDriver = {
  readonly language: string;
  readonly sample: string;
  /** Where the sample stands in the folder that everything below runs in. */
  readonly copiedTo: string;
  readonly files: Readonly<Record<string, string>>;
  /** Ends with 0 where the language is on this machine. */
  readonly probe: readonly string[];
  readonly prepare: readonly (readonly string[])[];
  readonly start: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

/** Bodies are base64, times Unix seconds; a header that is empty is not there. */
export const sampleDrivers: readonly SampleDriver[] = [
  {
    language: 'Node',
    sample: 'docs/samples/node/gateway.mjs',
    copiedTo: 'gateway.mjs',
    files: {
      'drive.mjs': `
import { isGenuine, signRequest } from './gateway.mjs';
const [what, ...words] = process.argv.slice(2);
if (what === 'verify') {
  while (words.length > 0) {
    const [a, b, c, body, secret, now] = words.splice(0, 6);
    const named = { 'webhook-id': a, 'webhook-timestamp': b, 'webhook-signature': c };
    const headers = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
    const date = new Date(Number(now) * 1000);
    console.log(isGenuine(headers, Buffer.from(body, 'base64'), secret, date) ? 'genuine' : 'refused');
  }
} else {
  const [a, b, c, d, e, f, g] = words;
  const now = new Date(Number(g) * 1000);
  const signed = signRequest({ keyId: a, secret: b, method: c, host: d, path: e, body: Buffer.from(f, 'base64'), now });
  for (const [name, value] of Object.entries(signed)) console.log(name + ': ' + value);
}`,
    },
    probe: [process.execPath, '--version'],
    prepare: [],
    start: [process.execPath, 'drive.mjs'],
  },
  {
    language: 'Python',
    sample: 'docs/samples/python/gateway.py',
    copiedTo: 'gateway.py',
    files: {
      'drive.py': `
import base64, sys
from gateway import is_genuine, sign_request
what, *words = sys.argv[1:]
if what == "verify":
    while words:
        a, b, c, body, secret, now, *words = words
        named = {"webhook-id": a, "webhook-timestamp": b, "webhook-signature": c}
        headers = {name: value for name, value in named.items() if value}
        print("genuine" if is_genuine(headers, base64.b64decode(body), secret, int(now)) else "refused")
else:
    a, b, c, d, e, f, now = words
    signed = sign_request(a, b, c, d, e, base64.b64decode(f), int(now))
    for name, value in signed.items():
        print(f"{name}: {value}")
`,
    },
    probe: ['python3', '--version'],
    prepare: [],
    start: ['python3', 'drive.py'],
  },
  {
    language: 'Go',
    sample: 'docs/samples/go/gateway.go',
    copiedTo: 'gateway/gateway.go',
    files: {
      'go.mod': 'module drive\n\ngo 1.21\n',
      'main.go': `
package main

import (
	"drive/gateway"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"time"
)

func main() {
	words := os.Args[2:]
	if os.Args[1] == "verify" {
		for ; len(words) > 0; words = words[6:] {
			headers := map[string]string{"webhook-id": words[0], "webhook-timestamp": words[1], "webhook-signature": words[2]}
			header := func(name string) string { return headers[name] }
			if gateway.IsGenuine(header, bytesOf(words[3]), words[4], timeOf(words[5])) {
				fmt.Println("genuine")
			} else {
				fmt.Println("refused")
			}
		}
		return
	}
	signed, err := gateway.SignRequest(words[0], words[1], words[2], words[3], words[4], bytesOf(words[5]), timeOf(words[6]))
	if err != nil {
		panic(err)
	}
	for name, value := range signed {
		fmt.Println(name + ": " + value)
	}
}

func bytesOf(text string) []byte {
	bytes, _ := base64.StdEncoding.DecodeString(text)
	return bytes
}

func timeOf(text string) time.Time {
	seconds, _ := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0)
}
`,
    },
    probe: ['go', 'version'],
    prepare: [['go', 'build', '-o', 'drive', '.']],
    start: ['./drive'],
    environment: { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' },
  },
  {
    language: 'PHP',
    sample: 'docs/samples/php/gateway.php',
    copiedTo: 'gateway.php',
    files: {
      'drive.php': `<?php
require 'gateway.php';
$words = array_slice($argv, 2);
if ($argv[1] === 'verify') {
    foreach (array_chunk($words, 6) as [$a, $b, $c, $body, $secret, $now]) {
        $named = ['HTTP_WEBHOOK_ID' => $a, 'HTTP_WEBHOOK_TIMESTAMP' => $b, 'HTTP_WEBHOOK_SIGNATURE' => $c];
        $server = array_filter($named, fn ($value) => $value !== '');
        echo isGenuine($server, base64_decode($body), $secret, (int) $now) ? "genuine\\n" : "refused\\n";
    }
} else {
    [$a, $b, $c, $d, $e, $f, $now] = $words;
    $signed = signRequest($a, $b, $c, $d, $e, base64_decode($f), (int) $now);
    foreach ($signed as $name => $value) echo "$name: $value\\n";
}
`,
    },
    probe: ['php', '--version'],
    prepare: [],
    start: ['php', 'drive.php'],
  },
  {
    language: 'Java',
    sample: 'docs/samples/java/Gateway.java',
    copiedTo: 'Gateway.java',
    files: {
      'Drive.java': `
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

public class Drive {
    public static void main(String[] words) throws Exception {
        for (int n = 1; words[0].equals("verify") && n < words.length; n += 6) {
            Map<String, String> headers = Map.of(
                    "webhook-id", words[n], "webhook-timestamp", words[n + 1], "webhook-signature", words[n + 2]);
            byte[] body = Base64.getDecoder().decode(words[n + 3]);
            Instant now = Instant.ofEpochSecond(Long.parseLong(words[n + 5]));
            boolean genuine = Gateway.isGenuine(
                    name -> headers.get(name).isEmpty() ? null : headers.get(name), body, words[n + 4], now);
            System.out.println(genuine ? "genuine" : "refused");
        }
        if (words[0].equals("verify")) return;
        Instant now = Instant.ofEpochSecond(Long.parseLong(words[7]));
        byte[] body = Base64.getDecoder().decode(words[6]);
        Gateway.signRequest(words[1], words[2], words[3], words[4], words[5], body, now)
                .forEach((name, value) -> System.out.println(name + ": " + value));
    }
}
`,
    },
    probe: ['javac', '-version'],
    prepare: [['javac', '-d', '.', 'Gateway.java', 'Drive.java']],
    start: ['java', '-cp', '.', 'Drive'],
  },
];
