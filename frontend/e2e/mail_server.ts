/** An SMTP server on this machine that keeps what it receives. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A running server, and the emails that it has received. */
export interface MailServer {
  url: string;
  emails: readonly string[];
  stop: () => void;
}

export async function startMailServer(): Promise<MailServer> {
  const emails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    serve(socket, emails);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `smtp://127.0.0.1:${port}?tls=none`, emails, stop };
}

function serve(socket: Socket, emails: string[]): void {
  let received = '';
  let email: string[] | undefined;
  socket.write('220 mail.test ESMTP\r\n');
  socket.on('data', (data) => {
    received += data.toString('utf8');
    const lines = received.split('\r\n');
    received = lines.pop() ?? '';
    for (const line of lines) {
      const answer = take(line);
      if (answer !== undefined) socket.write(`${answer}\r\n`);
    }
  });

  function take(line: string): string | undefined {
    if (email !== undefined) {
      if (line !== '.') {
        email.push(line);
        return undefined;
      }
      emails.push(email.join('\n'));
      email = undefined;
      return '250 taken';
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      email = [];
      return '354 go on';
    }
    return verb === 'QUIT' ? '221 bye' : '250 ok';
  }
}

/** The plain text of an email in which lines are quoted-printable, with soft breaks joined. */
export function joinLines(email: string): string {
  return email
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
