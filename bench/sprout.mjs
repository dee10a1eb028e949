/** Runs the binary for benchmarks: sources, a server with one organization, timed requests, log lines. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdirSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const binary = process.env.SPROUT_BIN;
export const SIGN_IN = { email: 'bench@sprout.example', password: 'a password for benchmarks' };
export const REGISTRATION = { organization: 'Bench', name: 'Bench', timeZone: 'UTC', ...SIGN_IN };

/** A Markdown list of the versions, the machine and its load. */
export function describeEnvironment(engine) {
  const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();
  const load = loadavg()
    .map((mean) => mean.toFixed(1))
    .join(' ');
  return [
    `- ${run(binary, '--version')}, commit ${run('git', 'rev-parse', '--short', 'HEAD')}, ${binary}`,
    `- ${engine}, ${cpus().length} x ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`,
    `- load at the start (1, 5, 15 min): ${load}; ${new Date().toISOString()}`,
  ].join('\n');
}

/** The settings of a server with its data and sources in a folder, where everyone may register. */
export function serverSettings(folder, port, databaseUrl) {
  return {
    PATH: process.env.PATH,
    SPROUT_LISTEN: `127.0.0.1:${port}`,
    SPROUT_DATA_DIR: join(folder, 'data'),
    SPROUT_WAREHOUSE_ROOT: folder,
    SPROUT_SIGN_UP: 'open',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

/** Writes demo data that ends on a day. */
export function generateDemo(folder, transactions, asOf) {
  execFileSync(binary, ['demo', '--out', folder, '--transactions', String(transactions), '--as-of', asOf], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A server with a data folder and one organization, which can be restarted. */
export class Sprout {
  #server;
  #address;
  #token;
  #log = [];

  constructor(folder, databaseUrl) {
    this.folder = folder;
    this.databaseUrl = databaseUrl;
    mkdirSync(join(folder, 'data'), { recursive: true });
  }

  /** The URL of the running server. */
  get address() {
    return this.#address;
  }

  async start() {
    const port = await freePort();
    this.#address = `http://127.0.0.1:${port}`;
    const settings = {
      ...serverSettings(this.folder, port, this.databaseUrl),
      SPROUT_DRAIN_SECONDS: '0',
      SPROUT_MAX_CONNECTIONS_PER_ADDRESS: '10000',
      SPROUT_ALLOWED_NETWORKS: '127.0.0.0/8,::1',
      SPROUT_LOG_FORMAT: 'json',
      SPROUT_REQUESTS_PER_SECOND: '0',
    };
    this.#server = spawn(binary, ['serve', '--migrate'], {
      env: settings,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    createInterface({ input: this.#server.stderr }).on('line', (line) => this.#log.push(line));
    for (let tries = 0; tries < 600; tries += 1) {
      const response = await fetch(`${this.#address}/health/ready`).catch(() => undefined);
      if (response?.ok) return;
      if (this.#server.exitCode !== null) break;
      await pause(50);
    }
    throw new Error(`${binary} did not start.\n${this.#log.join('\n')}`);
  }

  async stop() {
    const exited = once(this.#server, 'exit');
    this.#server.kill('SIGTERM');
    await exited;
  }

  /** Kills the server, like a power cut. */
  async kill() {
    const exited = once(this.#server, 'exit');
    this.#server.kill('SIGKILL');
    await exited;
  }

  /** Starts a sync of all tables and returns the run. */
  async startSync() {
    const { data } = await this.#request(
      'POST',
      '/api/data-sync/sync',
      { options: { incrementalSync: false, confirmDeletions: true } },
      { prefer: 'respond-async' },
    );
    return data.runId;
  }

  async setSource(path) {
    await this.#request('PUT', '/api/data-sync/source', { kind: 'files', path });
  }

  async register() {
    this.#token = (await this.#request('POST', '/api/auth/register', REGISTRATION)).data.token;
  }

  async signIn() {
    this.#token = (await this.#request('POST', '/api/auth/login', SIGN_IN)).data.token;
  }

  /** Syncs all tables from a source: milliseconds, and the log lines about rollups. */
  async sync(source) {
    await this.setSource(source);
    const logged = this.#log.length;
    const start = performance.now();
    const { data } = await this.#request('POST', '/api/data-sync/sync', {
      options: { incrementalSync: false },
    });
    const ms = performance.now() - start;
    const run = (await this.#request('GET', `/api/data-sync/runs/${data.runId}`)).data;
    const lines = run.tables.find((table) => table.table === 'sales_transactions');
    // The log is a pipe: the last lines may arrive later.
    await pause(200);
    const rollupLines = this.#log
      .slice(logged)
      .filter((line) => line.includes('updated rollups'))
      .map((line) => JSON.parse(line));
    const fields = rollupLines.at(-1)?.fields ?? rollupLines.at(-1) ?? {};
    return { ms, lines, rollupMs: Number(fields.ms), rollupRows: Number(fields.rows) };
  }

  /** Milliseconds until the complete response. */
  async time(path) {
    const start = performance.now();
    await this.#request('GET', path);
    return performance.now() - start;
  }

  /** Milliseconds until the assistant has answered a question. */
  async timeQuestion(query) {
    const start = performance.now();
    await this.#request('POST', '/api/ai-bot/query', { query });
    return performance.now() - start;
  }

  async get(path) {
    return this.#request('GET', path);
  }

  async #request(method, path, body, more) {
    const headers = {
      'content-type': 'application/json',
      ...more,
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
    };
    const response = await fetch(this.#address + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
