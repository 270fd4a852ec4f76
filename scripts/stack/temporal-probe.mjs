import { connect } from 'node:http2';

const probeMilliseconds = 2_000;
const okStatus = '0';

/**
 * Asks a Temporal server for a namespace, which it can tell only when it is really up. This is gRPC by hand over
 * node:http2, because it runs before any dependency is installed.
 * @param {string} address host:port
 * @param {string} namespace
 * @returns {Promise<boolean>}
 */
export function namespaceAnswers(address, namespace) {
  return new Promise((resolve) => {
    const session = connect(`http://${address}`);
    const end = (/** @type {boolean} */ result) => {
      session.destroy();
      resolve(result);
    };
    session.setTimeout(probeMilliseconds, () => end(false));
    session.on('error', () => end(false));
    const stream = session.request({
      ':method': 'POST',
      ':path': '/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    // A call that fails at once carries its status in the headers, one that succeeds in the trailers.
    stream.on('response', (headers) => {
      if (headers['grpc-status'] !== undefined) end(headers['grpc-status'] === okStatus);
    });
    stream.on('trailers', (trailers) => end(trailers['grpc-status'] === okStatus));
    stream.on('error', () => end(false));
    stream.on('close', () => end(false));
    stream.resume();
    stream.end(describeNamespace(namespace));
  });
}

/**
 * A gRPC frame with DescribeNamespaceRequest { namespace = 1 }.
 * @param {string} namespace
 */
function describeNamespace(namespace) {
  const name = Buffer.from(namespace);
  const message = Buffer.concat([Buffer.from([0x0a, name.length]), name]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}
