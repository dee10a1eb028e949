/** A reverse proxy in front of the server, which can lose it, as while the server restarts. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Proxy {
  origin: string;
  /** Answers everything with this status itself, until it is undefined. */
  fail: (status: number | undefined) => void;
  stop: () => void;
}

export async function startProxy(target: string): Promise<Proxy> {
  let failure: number | undefined;
  const server = createServer((incoming, outgoing) => {
    if (failure !== undefined) {
      outgoing.writeHead(failure, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    const { method, headers, url } = incoming;
    const forwarded = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    fail: (status) => (failure = status),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
