import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of one request but `Host`, which the client sends by itself. `path` has its query, `body` is what is sent, `secret` the key as it was handed over. */
export function signRequest({ keyId, secret, method, host, path, body = '', now = new Date() }) {
  const date = now.toUTCString();
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const text = `(request-target): ${method.toLowerCase()} ${path}\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`;
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
  return {
    'Content-Type': 'application/json',
    Date: date,
    Digest: digest,
    Authorization: `Signature keyId="${keyId}",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="${signature}"`,
  };
}

/** Whether a callback is the gateway's. `headers` by lower-case name, `body` a Buffer, `secret` begins with whsec_. */
export function isGenuine(headers, body, secret, now = new Date()) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers[`webhook-${name}`],
  );
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  if (key.length < 24 || !id || !signatures || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false;
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${right}`);
  return signatures.split(' ').some((one) => {
    const claimed = Buffer.from(one);
    return claimed.length === expected.length && timingSafeEqual(claimed, expected);
  });
}
