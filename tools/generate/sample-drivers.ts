/**
 * How the samples of docs/samples are run: `verify`, then `id timestamp signature body secret now` for each callback, says of
 * each `genuine` or `refused`; `sign keyId secret method host path body now` says the headers; `refund`, then
 * `reference payment_reference amount` for each, says each body in base64, or `refused`; `money`, then `type status kind` for each
 * callback, says where its money went.
 */
export type SampleDriver = {
  readonly language: string;
  /** By the sample: where it stands in the folder that everything below runs in. */
  readonly samples: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** Ends with 0 where the language is on this machine. */
  readonly probe: readonly string[];
  readonly prepare: readonly (readonly string[])[];
  readonly start: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

/** Bodies that are told are base64, times Unix seconds; a header that is empty is not there. */
export const sampleDrivers: readonly SampleDriver[] = [
  {
    language: 'Node',
    samples: { 'docs/samples/node/gateway.mjs': 'gateway.mjs', 'docs/samples/node/refund.mjs': 'refund.mjs' },
    files: {
      'drive.mjs': `
import { isGenuine, signRequest } from './gateway.mjs';
import { moneyOf, refundBody } from './refund.mjs';
const [what, ...words] = process.argv.slice(2);
if (what === 'verify') {
  while (words.length > 0) {
    const [a, b, c, body, secret, now] = words.splice(0, 6);
    const named = { 'webhook-id': a, 'webhook-timestamp': b, 'webhook-signature': c };
    const headers = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
    const date = new Date(Number(now) * 1000);
    console.log(isGenuine(headers, Buffer.from(body, 'base64'), secret, date) ? 'genuine' : 'refused');
  }
} else if (what === 'refund') {
  while (words.length > 0) {
    try {
      console.log(Buffer.from(refundBody(...words.splice(0, 3))).toString('base64'));
    } catch {
      console.log('refused');
    }
  }
} else if (what === 'money') {
  while (words.length > 0) {
    const [type, status, kind] = words.splice(0, 3);
    console.log(moneyOf({ type, status, kind }));
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
    samples: { 'docs/samples/python/gateway.py': 'gateway.py', 'docs/samples/python/refund.py': 'refund.py' },
    files: {
      'drive.py': `
import base64, sys
from gateway import is_genuine, sign_request
from refund import money_of, refund_body
what, *words = sys.argv[1:]
if what == "verify":
    while words:
        a, b, c, body, secret, now, *words = words
        named = {"webhook-id": a, "webhook-timestamp": b, "webhook-signature": c}
        headers = {name: value for name, value in named.items() if value}
        print("genuine" if is_genuine(headers, base64.b64decode(body), secret, int(now)) else "refused")
elif what == "refund":
    while words:
        a, b, c, *words = words
        try:
            print(base64.b64encode(refund_body(a, b, c)).decode())
        except ValueError:
            print("refused")
elif what == "money":
    while words:
        a, b, c, *words = words
        print(money_of(a, b, c))
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
    samples: {
      'docs/samples/go/gateway.go': 'gateway/gateway.go',
      'docs/samples/go/refund.go': 'gateway/refund.go',
    },
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
	for ; os.Args[1] == "refund" && len(words) > 0; words = words[3:] {
		body, err := gateway.RefundBody(words[0], words[1], words[2])
		if err != nil {
			fmt.Println("refused")
		} else {
			fmt.Println(base64.StdEncoding.EncodeToString(body))
		}
	}
	for ; os.Args[1] == "money" && len(words) > 0; words = words[3:] {
		fmt.Println(gateway.MoneyOf(words[0], words[1], words[2]))
	}
	if os.Args[1] != "sign" {
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
    samples: { 'docs/samples/php/gateway.php': 'gateway.php', 'docs/samples/php/refund.php': 'refund.php' },
    files: {
      'drive.php': `<?php
require 'gateway.php';
require 'refund.php';
$words = array_slice($argv, 2);
if ($argv[1] === 'verify') {
    foreach (array_chunk($words, 6) as [$a, $b, $c, $body, $secret, $now]) {
        $named = ['HTTP_WEBHOOK_ID' => $a, 'HTTP_WEBHOOK_TIMESTAMP' => $b, 'HTTP_WEBHOOK_SIGNATURE' => $c];
        $server = array_filter($named, fn ($value) => $value !== '');
        echo isGenuine($server, base64_decode($body), $secret, (int) $now) ? "genuine\\n" : "refused\\n";
    }
} elseif ($argv[1] === 'refund') {
    foreach (array_chunk($words, 3) as [$a, $b, $c]) {
        try {
            echo base64_encode(refundBody($a, $b, $c)), "\\n";
        } catch (InvalidArgumentException) {
            echo "refused\\n";
        }
    }
} elseif ($argv[1] === 'money') {
    foreach (array_chunk($words, 3) as [$a, $b, $c]) echo moneyOf($a, $b, $c), "\\n";
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
    samples: {
      'docs/samples/java/Gateway.java': 'Gateway.java',
      'docs/samples/java/Refund.java': 'Refund.java',
    },
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
        for (int n = 1; words[0].equals("refund") && n < words.length; n += 3) {
            try {
                String refund = Refund.body(words[n], words[n + 1], words[n + 2]);
                System.out.println(Base64.getEncoder().encodeToString(refund.getBytes("UTF-8")));
            } catch (IllegalArgumentException refused) {
                System.out.println("refused");
            }
        }
        for (int n = 1; words[0].equals("money") && n < words.length; n += 3)
            System.out.println(Refund.moneyOf(words[n], words[n + 1], words[n + 2]));
        if (!words[0].equals("sign")) return;
        Instant now = Instant.ofEpochSecond(Long.parseLong(words[7]));
        byte[] body = Base64.getDecoder().decode(words[6]);
        Gateway.signRequest(words[1], words[2], words[3], words[4], words[5], body, now)
                .forEach((name, value) -> System.out.println(name + ": " + value));
    }
}
`,
    },
    probe: ['javac', '-version'],
    prepare: [['javac', '-d', '.', 'Gateway.java', 'Refund.java', 'Drive.java']],
    start: ['java', '-cp', '.', 'Drive'],
  },
];
