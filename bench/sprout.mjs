/** Runs the binary for a benchmark: source, server with one organization, timed requests, and log lines. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdirSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const binary = process.env.SPROUT_BIN;
const SIGN_IN = { email: 'bench@sprout.example', password: 'a benchmark, nobody else' };

/** Versions, machine and load of the measurement. */
export function circumstances(engine) {
  const said = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();
  const load = loadavg().map((mean) => mean.toFixed(1)).join(' ');
  return [
    `- ${said(binary, '--version')}, commit ${said('git', 'rev-parse', '--short', 'HEAD')}, ${binary}`,
    `- ${engine}, ${cpus().length} x ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`,
    `- load at the start (1, 5, 15 min): ${load}; ${new Date().toISOString()}`,
  ].join('\n');
}

/** Writes demo data that ends on a day. */
export function warehouse(folder, transactions, asOf) {
  execFileSync(binary, ['demo', '--out', folder, '--transactions', String(transactions), '--as-of', asOf], { stdio: ['ignore', 'ignore', 'inherit'] });
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

  async start() {
    const port = await freePort();
    this.#address = `http://127.0.0.1:${port}`;
    const settings = {
      PATH: process.env.PATH,
      SPROUT_LISTEN: `127.0.0.1:${port}`,
      SPROUT_DATA_DIR: join(this.folder, 'data'),
      SPROUT_WAREHOUSE_ROOT: this.folder,
      SPROUT_LOG_FORMAT: 'json',
      SPROUT_REQUESTS_PER_SECOND: '0',
      ...(this.databaseUrl && { DATABASE_URL: this.databaseUrl }),
    };
    this.#server = spawn(binary, ['serve', '--migrate'], { env: settings, stdio: ['ignore', 'ignore', 'pipe'] });
    createInterface({ input: this.#server.stderr }).on('line', (line) => this.#log.push(line));
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(`${this.#address}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      if (this.#server.exitCode !== null) break;
      await pause(50);
    }
    throw new Error(`${binary} did not start.\n${this.#log.join('\n')}`);
  }

  async stop() {
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGTERM');
    await ended;
  }

  /** Kills the server, like a power cut. */
  async kill() {
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGKILL');
    await ended;
  }

  /** Starts a sync of all tables and returns the run. */
  async begin() {
    const { data } = await this.#ask('POST', '/api/data-sync/sync', { options: { incrementalSync: false, confirmDeletions: true } }, { prefer: 'respond-async' });
    return data.runId;
  }

  async setSource(path) {
    await this.#ask('PUT', '/api/data-sync/source', { kind: 'files', path });
  }

  async register() {
    const body = { organization: 'Bench', name: 'Bench', timeZone: 'UTC', ...SIGN_IN };
    this.#token = (await this.#ask('POST', '/api/auth/register', body)).data.token;
  }

  async signIn() {
    this.#token = (await this.#ask('POST', '/api/auth/login', SIGN_IN)).data.token;
  }

  /** Syncs all tables from a source: milliseconds, and the log lines about rollups. */
  async sync(source) {
    await this.setSource(source);
    const logged = this.#log.length;
    const began = performance.now();
    const { data } = await this.#ask('POST', '/api/data-sync/sync', { options: { incrementalSync: false } });
    const ms = performance.now() - began;
    const run = (await this.#ask('GET', `/api/data-sync/runs/${data.runId}`)).data;
    const lines = run.tables.find((table) => table.table === 'sales_transactions');
    // The log is a pipe: the last lines may arrive later.
    await pause(200);
    const rolledUp = this.#log.slice(logged).filter((line) => line.includes('rolled up')).map((line) => JSON.parse(line));
    const fields = rolledUp.at(-1)?.fields ?? rolledUp.at(-1) ?? {};
    return { ms, lines, rollupMs: Number(fields.ms), rollupRows: Number(fields.rows) };
  }

  /** Milliseconds until the complete response. */
  async time(path) {
    const began = performance.now();
    await this.#ask('GET', path);
    return performance.now() - began;
  }

  /** Milliseconds until the assistant has answered a question. */
  async timeAsking(query) {
    const began = performance.now();
    await this.#ask('POST', '/api/ai-bot/query', { query });
    return performance.now() - began;
  }

  async get(path) {
    return this.#ask('GET', path);
  }

  async #ask(method, path, body, more) {
    const headers = { 'content-type': 'application/json', ...more, ...(this.#token && { authorization: `Bearer ${this.#token}` }) };
    const answer = await fetch(this.#address + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
