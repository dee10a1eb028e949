/**
 * Requests that fail while servers are restarted: two replicas on PostgreSQL, without a proxy and
 * behind HAProxy; one server on SQLite, whose port a parent process holds as systemd does.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  REGISTRATION,
  SIGN_IN,
  describeEnvironment,
  freePort,
  generateDemo,
  serverSettings,
} from './sprout.mjs';

const ROUNDS = Number(process.env.SPROUT_BENCH_ROUNDS ?? 20);
const REQUESTS = Number(process.env.SPROUT_BENCH_REQUESTS ?? 100_000);
const DRAIN_SECONDS = 2;
const BUSY_CLIENTS = 4;
const SHORT_CLIENTS = 4;
const SLOW_CLIENTS = 8;
/** The pause of a slow client between requests on its connection. */
const SLOW_PAUSE_MS = 700;

const engine = process.argv[2] ?? 'sqlite';
const database = engine === 'postgres' ? process.env.SPROUT_TEST_POSTGRES : undefined;
const binary = process.env.SPROUT_BIN;
const folder = mkdtempSync(join(tmpdir(), 'sprout-restarts-'));
const publicUrl = 'http://sprout.bench';

function settings(port) {
  return {
    ...serverSettings(folder, port, database),
    SPROUT_PUBLIC_URL: publicUrl,
    SPROUT_DRAIN_SECONDS: String(DRAIN_SECONDS),
    SPROUT_MAX_CONNECTIONS_PER_ADDRESS: '10000',
    SPROUT_LOG: 'warn',
  };
}

/** Processes that end with this one. */
const processes = new Set();

/** A server on a port. */
class Server {
  #process;
  constructor(port) {
    this.port = port;
  }

  async start() {
    const stdio = ['ignore', 'pipe', 'inherit'];
    this.#process = spawn(binary, ['serve'], { env: settings(this.port), stdio });
    processes.add(this.#process);
    // The port is open when the server prints its address.
    await once(this.#process.stdout, 'data');
    this.#process.stdout.resume();
  }

  async stop() {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
    processes.delete(this.#process);
  }
}

/** Holds a socket as systemd does, and starts and stops a server on it. */
const SOCKET_HOLDER = `
import os, socket, subprocess, sys
holder = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=1024)
os.dup2(holder.fileno(), 3)
os.environ["LISTEN_FDS"] = "1"
for line in sys.stdin:
    if line == "start\\n":
        command = ["sh", "-c", 'LISTEN_PID=$$ exec "$0" serve', sys.argv[2]]
        server = subprocess.Popen(command, pass_fds=[3], stdout=subprocess.PIPE)
        server.stdout.readline()
    else:
        server.terminate()
        server.wait()
    print("done", flush=True)
`;

/** A server on a socket that another process holds. */
class ActivatedServer {
  #holder;
  constructor(port) {
    this.port = port;
    const stdio = ['pipe', 'pipe', 'inherit'];
    const args = ['-c', SOCKET_HOLDER, String(port), binary];
    this.#holder = spawn('python3', args, { env: settings(port), stdio });
  }

  async #send(command) {
    this.#holder.stdin.write(`${command}\n`);
    await once(this.#holder.stdout, 'data');
  }

  start() {
    return this.#send('start');
  }

  stop() {
    return this.#send('stop');
  }

  close() {
    this.#holder.stdin.end();
  }
}

/** Sends a request once, without a retry. */
function send(port, agent, method, path, token, body) {
  return new Promise((resolve) => {
    const headers = { host: 'sprout.bench', 'content-type': 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('error', (error) => resolve({ failure: error.code ?? error.message }));
      response.on('end', () => {
        const isComplete = response.complete && response.statusCode < 300;
        resolve(isComplete ? { text } : { failure: `${response.statusCode}` });
      });
    });
    sent.on('error', (error) => resolve({ failure: error.code ?? error.message }));
    sent.setTimeout(30_000, () => sent.destroy(new Error('timeout')));
    sent.end(body && JSON.stringify(body));
  });
}

async function call(port, method, path, token, body) {
  const { text, failure } = await send(port, new Agent(), method, path, token, body);
  if (failure) throw new Error(`${method} ${path}: ${failure}`);
  return JSON.parse(text).data;
}

/** The load on one port, until it is stopped. */
class Load {
  constructor(name, port) {
    this.name = name;
    this.port = port;
    this.requests = 0;
    this.failures = new Map();
    this.slowest = 0;
    this.#clients = [];
  }
  #clients;
  #stopped = false;

  start(token) {
    const client = async (agent, wait) => {
      for (let turn = 0; !this.#stopped; turn += 1) {
        const started = performance.now();
        const change = { formats: turn % 20 === 9 ? 'en-US' : 'de-DE' };
        const [method, path, body] =
          turn % 10 === 9
            ? ['PATCH', '/api/account/preferences', change]
            : ['GET', turn % 2 ? '/api/purchasing/summary' : '/api/account'];
        const { failure } = await send(this.port, agent, method, path, token, body);
        this.requests += 1;
        this.slowest = Math.max(this.slowest, performance.now() - started);
        if (failure) {
          const key = `${method} ${failure}`;
          this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
        }
        if (wait) await pause(wait);
      }
      agent.destroy();
    };
    const keep = () => new Agent({ keepAlive: true, maxSockets: 1 });
    const short = () => new Agent({ keepAlive: false });
    for (let i = 0; i < BUSY_CLIENTS; i += 1) this.#clients.push(client(keep(), 0));
    for (let i = 0; i < SHORT_CLIENTS; i += 1) this.#clients.push(client(short(), 0));
    for (let i = 0; i < SLOW_CLIENTS; i += 1) this.#clients.push(client(keep(), SLOW_PAUSE_MS));
  }

  async stop() {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  row(restarts) {
    const failed = [...this.failures.values()].reduce((sum, count) => sum + count, 0);
    const causes = [...this.failures].map(([cause, count]) => `${count} x ${cause}`).join(', ');
    return `| ${this.name} | ${restarts} | ${this.requests} | ${failed} | ${causes || 'none'} | ${Math.round(this.slowest)} |`;
  }
}

/** Restarts the servers in turn under load. The access token lives for ten minutes. */
async function measure(loads, servers, restart) {
  const { token } = await call(loads[0].port, 'POST', '/api/auth/login', undefined, SIGN_IN);
  loads.forEach((load) => load.start(token));
  let restarts = 0;
  const started = performance.now();
  while (restarts < ROUNDS || loads.some((load) => load.requests < REQUESTS)) {
    if (performance.now() - started > 540_000) break;
    if (restarts < ROUNDS) {
      await restart(servers, restarts % servers.length);
      restarts += 1;
    }
    await pause(300);
  }
  await Promise.all(loads.map((load) => load.stop()));
  for (const load of loads) console.log(load.row(restarts));
}

async function startHaproxy(servers) {
  const haproxy = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((path) => existsSync(path));
  if (!haproxy) {
    execFileSync('bash', ['.ci/apt', 'haproxy'], { stdio: ['ignore', 'ignore', 'inherit'] });
    return startHaproxy(servers);
  }
  const ports = [await freePort(), await freePort()];
  const section = (mode, port) => `
listen ${mode}
  mode ${mode}
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
  option redispatch
  default-server check inter 200ms fall 2 rise 2
${servers.map((server, at) => `  server s${at} 127.0.0.1:${server.port}`).join('\n')}`;
  const statistics = join(folder, 'haproxy.sock');
  const text = `global
  maxconn 1000
  stats socket ${statistics} level admin
defaults
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
${section('tcp', ports[0])}
${section('http', ports[1])}
`;
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const proxy = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  processes.add(proxy);
  const up = () => waitUntilUp(statistics, 2 * servers.length);
  await up();
  return { ports, up, stop: () => proxy.kill('SIGKILL') };
}

/** Waits until HAProxy sends requests to all servers. */
async function waitUntilUp(statistics, servers) {
  for (let tries = 0; tries < 300; tries += 1) {
    let text = '';
    try {
      const socket = connect(statistics);
      socket.end('show stat\n');
      for await (const part of socket) text += part;
    } catch {
      // HAProxy is still starting.
    }
    const states = text
      .split('\n')
      .map((line) => line.split(','))
      .filter(([, server]) => /^s\d$/.test(server));
    if (states.filter((fields) => fields[17] === 'UP').length === servers) return;
    await pause(100);
  }
  throw new Error('HAProxy does not find the servers');
}

async function prepare() {
  const setUp = new Server(await freePort());
  execFileSync(binary, ['migrate'], { env: settings(0), stdio: 'ignore' });
  await setUp.start();
  const { token } = await call(setUp.port, 'POST', '/api/auth/register', undefined, REGISTRATION);
  const source = join(folder, 'warehouse');
  generateDemo(source, 5_000, '2026-06-15');
  await call(setUp.port, 'PUT', '/api/data-sync/source', token, { kind: 'files', path: source });
  await call(setUp.port, 'POST', '/api/data-sync/sync', token, { options: { incrementalSync: false } });
  await setUp.stop();
}

async function withoutProxy() {
  const port = await freePort();
  const servers = [new Server(port), new Server(port)];
  for (const server of servers) await server.start();
  // The new server starts before the old one stops.
  await measure([new Load('SO_REUSEPORT, two replicas', port)], servers, async (list, at) => {
    const next = new Server(port);
    await next.start();
    await list[at].stop();
    list[at] = next;
  });
  for (const server of servers) await server.stop();
}

async function behindHaproxy() {
  const servers = [new Server(await freePort()), new Server(await freePort())];
  for (const server of servers) await server.start();
  const haproxy = await startHaproxy(servers);
  const loads = ['HAProxy, TCP', 'HAProxy, HTTP'].map((name, at) => new Load(name, haproxy.ports[at]));
  await measure(loads, servers, async (list, at) => {
    await list[at].stop();
    await list[at].start();
    await haproxy.up();
  });
  haproxy.stop();
  for (const server of servers) await server.stop();
}

async function withInheritedSocket() {
  const server = new ActivatedServer(await freePort());
  await server.start();
  await measure([new Load('Inherited socket, one server', server.port)], [server], async () => {
    await server.stop();
    await server.start();
  });
  await server.stop();
  server.close();
}

try {
  console.log(`# Requests during restarts, on ${engine}\n`);
  console.log(describeEnvironment(engine));
  await prepare();
  console.log(
    `\nPer port ${BUSY_CLIENTS} clients that reuse a connection, ${SLOW_CLIENTS} that do with pauses of ${SLOW_PAUSE_MS} ms, and ${SHORT_CLIENTS} with a connection per request; one in ten requests writes. No client retries. Drain ${DRAIN_SECONDS} s.\n`,
  );
  console.log('| Way | restarts | requests | failed | causes | slowest, ms |');
  console.log('|---|---|---|---|---|---|');
  if (engine === 'postgres') {
    await withoutProxy();
    await behindHaproxy();
  } else {
    await withInheritedSocket();
  }
} finally {
  for (const process of processes) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
