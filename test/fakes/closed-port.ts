import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A port of this machine without a listener, until it is opened: then it leads to another port. */
export type ClosedPort = {
  readonly port: number;
  open(upstreamPort: number): Promise<void>;
  close(): Promise<void>;
};

export async function findClosedPort(): Promise<ClosedPort> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  await close();
  return {
    port,
    async open(upstreamPort) {
      server.on('connection', (caller) => {
        const callee = connect(upstreamPort, '127.0.0.1');
        caller.pipe(callee).pipe(caller);
        caller.on('error', () => callee.destroy());
        callee.on('error', () => caller.destroy());
        caller.unref();
        callee.unref();
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close,
  };
}
