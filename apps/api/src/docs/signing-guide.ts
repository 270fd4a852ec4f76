/** Contract §2: the golden vector that guide and tests share. */
export const goldenRequest = {
  key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  keyId: 'mk_test_demo',
  body: '{"method":"ideal","mode":"initial","reference":"ord-1","currency":"EUR","amount":10.10}',
  host: 'gw.example.com',
  path: '/v2/payment',
  date: 'Sun, 05 Jan 2014 21:31:40 GMT',
  digest: 'SHA-256=JYNIcHZdFUR0l/eDkAxvelCnmh/8Buo4wtcd71OBGu8=',
  signature: 'ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg=',
} as const;

/** The four lines that are signed, without a line feed at the end. */
export const goldenText = [
  `(request-target): post ${goldenRequest.path}`,
  `host: ${goldenRequest.host}`,
  `date: ${goldenRequest.date}`,
  `digest: ${goldenRequest.digest}`,
].join('\n');

/** A whole signed call with nothing but Node. Usage: `node sign.mjs URL BODY`. */
export const signingProgram = `import { createHash, createHmac } from 'node:crypto';

const keyId = '${goldenRequest.keyId}';
const key = Buffer.from('${goldenRequest.key}', 'base64');
const [url, body] = [new URL(process.argv[2]), process.argv[3]];

const date = process.argv[4] ?? new Date().toUTCString();
const digest = \`SHA-256=\${createHash('sha256').update(body).digest('base64')}\`;
const text = [
  \`(request-target): post \${url.pathname}\${url.search}\`,
  \`host: \${url.host}\`,
  \`date: \${date}\`,
  \`digest: \${digest}\`,
].join('\\n');
const signature = createHmac('sha256', key).update(text).digest('base64');
const covered = '(request-target) host date digest';
const authorization = \`Signature keyId="\${keyId}",algorithm="hmac-sha256",headers="\${covered}",signature="\${signature}"\`;
const headers = { 'Content-Type': 'application/json', Date: date, Digest: digest, Authorization: authorization };
const answer = await fetch(url, { method: 'POST', headers, body });
console.log(answer.status, await answer.text());`;

/** How to sign, in markdown, with a worked example. */
export const signingGuide = `## Signing a request

Every request under \`/v2\` carries \`Content-Type\`, \`Host\`, \`Date\`, \`Digest\` and \`Authorization\`, each exactly once.

1. \`Digest\` is \`SHA-256=\` and the base64 SHA-256 of the body's bytes as sent; on GET of the empty string.
2. The string to sign is the four lines below, joined by a line feed, none at the end. \`(request-target)\` is the method
   in lower case and the path with its query as sent; \`host\` has its port unless it is the scheme's own.
3. \`signature\` is the base64 HMAC-SHA-256 of that string. The key is the 32 bytes that your base64 secret stands for.
4. \`Date\` may be 300 seconds off. Unknown key and wrong signature get the same answer: 401, error 5.

A worked example, with the key of the demo project (bytes 00 to 1f):

| | |
| --- | --- |
| key | \`${goldenRequest.key}\` |
| body | \`${goldenRequest.body}\` |
| digest | \`${goldenRequest.digest}\` |
| signature | \`${goldenRequest.signature}\` |

String to sign:

\`\`\`text
${goldenText}
\`\`\`

Header:

\`\`\`text
Authorization: Signature keyId="${goldenRequest.keyId}",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="${goldenRequest.signature}"
\`\`\`

The same as a program that needs nothing but Node (\`node sign.mjs https://gw.example.com/v2/payment "$(cat body.json)"\`):

\`\`\`js
${signingProgram}
\`\`\``;
