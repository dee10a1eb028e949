/**
 * An older revision on the new schema, under load: on PostgreSQL beside the new one, on SQLite
 * before and after it. Exits with 1 if a request fails or a server does not start.
 *
 * SPROUT_OLD_BIN names a binary of the older revision. Without it, SPROUT_OLD_REF names the revision
 * (default: the last tag, else BASELINE), and a release build of it is made and kept in
 * target/compatibility.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  REGISTRATION,
  SIGN_IN,
  describeEnvironment,
  freePort,
  generateDemo,
  serverSettings,
} from './sprout.mjs';

/** The older revision while there is no release: the first one that does not read the rollups dropped by `m0270`. */
const BASELINE = '916a2a4c';
const SECONDS = Number(process.env.SPROUT_BENCH_SECONDS ?? 20);
const READERS = 4;
const START_TIMEOUT_MS = 300_000;

const engine = process.argv[2] ?? 'sqlite';
const database = engine === 'postgres' ? process.env.SPROUT_TEST_POSTGRES : undefined;
const folder = mkdtempSync(join(tmpdir(), 'sprout-compatibility-'));
/** Processes that end with this one. */
const processes = new Set();
let failures = 0;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The revision to compare with. */
function findOldRevision() {
  if (process.env.SPROUT_OLD_REF) return process.env.SPROUT_OLD_REF;
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return BASELINE;
  }
}

/** A binary of the older revision, built in a worktree of its own unless there is one. */
function findOldBinary() {
  if (process.env.SPROUT_OLD_BIN) return resolve(process.env.SPROUT_OLD_BIN);
  const commit = git('rev-parse', '--verify', `${findOldRevision()}^{commit}`);
  const place = resolve('target/compatibility', commit);
  const binary = join(place, 'sprout');
  if (existsSync(binary)) return binary;
  const source = join(place, 'source');
  mkdirSync(place, { recursive: true });
  git('worktree', 'add', '--force', '--detach', source, commit);
  try {
    // The benchmark calls the API only, so a placeholder replaces the app.
    mkdirSync(join(source, 'frontend/dist'), { recursive: true });
    writeFileSync(join(source, 'frontend/dist/index.html'), '<!doctype html><title>Sprout</title>');
    const env = { ...process.env, CARGO_TARGET_DIR: join(place, 'target') };
    const stdio = ['ignore', process.stderr, process.stderr];
    execFileSync('cargo', ['build', '--locked', '--release', '--bin', 'sprout'], { cwd: source, env, stdio });
    renameSync(join(place, 'target/release/sprout'), binary);
    rmSync(join(place, 'target'), { recursive: true, force: true });
  } finally {
    git('worktree', 'remove', '--force', source);
  }
  return binary;
}

const binaries = { old: findOldBinary(), new: resolve(process.env.SPROUT_BIN) };

function settings(port) {
  return {
    ...serverSettings(folder, port, database),
    SPROUT_PUBLIC_URL: 'http://sprout.bench',
    SPROUT_DRAIN_SECONDS: '0',
    SPROUT_LOG: 'error',
  };
}

/** Updates the schema, as a deployment does before servers start. */
function migrate(version) {
  const stdio = ['ignore', 'ignore', 'pipe'];
  execFileSync(binaries[version], ['migrate'], { env: settings(0), stdio });
}

/** A server of the old or the new version. */
class Server {
  #process;
  constructor(version) {
    this.version = version;
  }

  async start() {
    this.port = await freePort();
    const stdio = ['ignore', 'ignore', 'pipe'];
    this.#process = spawn(binaries[this.version], ['serve'], { env: settings(this.port), stdio });
    processes.add(this.#process);
    let log = '';
    this.#process.stderr.on('data', (part) => (log += part));
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadline && this.#process.exitCode === null) {
      const response = await fetch(`http://127.0.0.1:${this.port}/health/ready`).catch(() => undefined);
      if (response?.ok) return this;
      await pause(50);
    }
    throw new Error(`the ${this.version} server does not start: ${log.trim()}`);
  }

  async stop() {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
    processes.delete(this.#process);
  }

  /** The status and data of a response. Status 0 if there is none. */
  async send(method, path, body, token = session) {
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(120_000),
      });
      const text = await response.text();
      return { status: response.status, text, data: response.ok && text ? JSON.parse(text).data : undefined };
    } catch (error) {
      return { status: 0, text: error.cause?.code ?? error.message };
    }
  }

  async call(method, path, body) {
    const { status, text, data } = await this.send(method, path, body);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return data;
  }
}

let session;

/** Every read without ids that both versions have, apart from streams. */
function commonReads() {
  const [before, now] = ['old', 'new'].map((version) => {
    const text = execFileSync(binaries[version], ['openapi'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    const reads = Object.entries(JSON.parse(text).paths).filter(([path, methods]) => {
      const types = methods.get && Object.keys(methods.get.responses['200']?.content ?? {});
      return types?.some((type) => type.startsWith('application/json')) && !path.includes('{');
    });
    return new Set(reads.map(([path]) => path));
  });
  return [...before].filter((path) => now.has(path) && !path.includes('/admin/'));
}

/** Reads and changes on servers, until it is stopped. */
class Load {
  #clients = [];
  #stopped = false;
  constructor(servers, reads) {
    this.servers = servers;
    this.reads = reads;
    this.counts = new Map(servers.map((server) => [server, { requests: 0, slowest: 0, causes: new Map() }]));
  }

  start() {
    this.servers.forEach((server, at) => {
      for (let i = 0; i < READERS; i += 1) this.#clients.push(this.#read(server, i));
      this.#clients.push(this.#change(server, at));
      this.#clients.push(this.#sync(server));
    });
    return this;
  }

  /** Records a response; one that the caller did not cause is a failure. */
  async #measure(server, expected, method, path, body) {
    const count = this.counts.get(server);
    const started = performance.now();
    const answer = await server.send(method, path, body);
    count.requests += 1;
    count.slowest = Math.max(count.slowest, performance.now() - started);
    if (!expected(answer.status)) {
      const cause = `${method} ${path} ${answer.status}`;
      count.causes.set(cause, (count.causes.get(cause) ?? 0) + 1);
      if (process.env.SPROUT_BENCH_VERBOSE) console.error(cause, answer.text);
    }
    return answer;
  }

  async #read(server, offset) {
    // Some need a parameter or a setting, which the old and the new version refuse alike.
    const expected = (status) => status >= 200 && status < 500 && status !== 401;
    for (let turn = offset; !this.#stopped; turn += READERS) {
      await this.#measure(server, expected, 'GET', this.reads[turn % this.reads.length]);
    }
  }

  async #change(server, at) {
    const succeeded = (status) => status >= 200 && status < 300;
    for (let turn = 0; !this.#stopped; turn += 1) {
      const formats = turn % 2 ? 'en-US' : 'de-DE';
      await this.#measure(server, succeeded, 'PATCH', '/api/account/preferences', { formats });
      const name = `Key ${at} ${turn}`;
      const key = { name, permissions: ['sales.read'] };
      const { data } = await this.#measure(server, succeeded, 'POST', '/api/api-keys', key);
      // What one version writes, the other one can read and change.
      const other = this.servers[(at + 1) % this.servers.length];
      if (data) await this.#measure(other, succeeded, 'DELETE', `/api/api-keys/${data.key.id}`);
      await pause(100);
    }
  }

  async #sync(server) {
    // The other server may be syncing.
    const expected = (status) => status === 200 || status === 409;
    while (!this.#stopped) {
      const body = { options: { incrementalSync: false } };
      await this.#measure(server, expected, 'POST', '/api/data-sync/sync', body);
      await pause(500);
    }
  }

  async stop() {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }
}

/** Loads servers for a while, during which a step may run, and prints a row for each. */
async function measure(phase, servers, reads, step = async () => undefined) {
  // Access tokens live for ten minutes.
  session = undefined;
  session = (await servers[0].call('POST', '/api/auth/login', SIGN_IN)).token;
  const load = new Load(servers, reads).start();
  await pause((SECONDS * 1_000) / 4);
  await step();
  await pause((SECONDS * 3_000) / 4);
  await load.stop();
  for (const server of servers) {
    const { requests, slowest, causes } = load.counts.get(server);
    const failed = [...causes.values()].reduce((sum, count) => sum + count, 0);
    failures += failed;
    const list = [...causes].map(([cause, count]) => `${count} x ${cause}`).join(', ');
    console.log(
      `| ${phase} | ${server.version} | ${requests} | ${failed} | ${list || 'none'} | ${Math.round(slowest)} |`,
    );
  }
}

async function prepare(server) {
  session = undefined;
  session = (await server.call('POST', '/api/auth/register', REGISTRATION)).token;
  const source = join(folder, 'warehouse');
  generateDemo(source, Number(process.env.SPROUT_BENCH_LINES ?? 5_000), '2026-06-15');
  await server.call('PUT', '/api/data-sync/source', { kind: 'files', path: source });
  await server.call('POST', '/api/data-sync/sync', { options: { incrementalSync: false } });
}

/** Two versions at once, and then only the old one: an upgrade that is undone, and done again. */
async function onPostgres(reads) {
  migrate('old');
  const before = await new Server('old').start();
  await prepare(before);
  await measure('the schema is migrated', [before], reads, async () => migrate('new'));
  const after = await new Server('new').start();
  await measure('side by side', [before, after], reads);
  await before.stop();
  await after.stop();
  // A deployment of the old version runs its migrations too.
  migrate('old');
  const again = await new Server('old').start();
  await measure('back to the old version', [again], reads);
  await again.stop();
  migrate('new');
  const last = await new Server('new').start();
  await measure('the new version again', [last], reads);
  await last.stop();
}

/** One version after the other: SQLite allows one server. */
async function onSqlite(reads) {
  const phases = [
    ['before the upgrade', 'old'],
    ['after the upgrade', 'new'],
    ['back to the old version', 'old'],
    ['the new version again', 'new'],
  ];
  for (const [at, [phase, version]] of phases.entries()) {
    const server = await new Server(version).start();
    if (at === 0) await prepare(server);
    await measure(phase, [server], reads);
    await server.stop();
  }
}

try {
  console.log(`# An older revision on the new schema, on ${engine}\n`);
  console.log(describeEnvironment(engine));
  const version = execFileSync(binaries.old, ['--version'], { encoding: 'utf8' }).trim();
  console.log(
    `- older revision: ${process.env.SPROUT_OLD_BIN ? binaries.old : findOldRevision()}, ${version}`,
  );
  const reads = commonReads();
  console.log(
    `\nPer server ${READERS} clients that read ${reads.length} paths in turn, one that changes preferences and API keys (revoked on the other server, if there are two), and one that syncs all tables; ${SECONDS} s per row. Failed are 5xx, no response, 401, and refused changes.\n`,
  );
  console.log('| Phase | server | requests | failed | causes | slowest, ms |');
  console.log('|---|---|---|---|---|---|');
  await (engine === 'postgres' ? onPostgres(reads) : onSqlite(reads));
  execFileSync(binaries.new, ['audit', 'verify'], {
    env: settings(0),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  console.log('\nThe audit log of both versions is valid.');
} catch (error) {
  failures += 1;
  console.log(`\nFailed: ${error.message}${error.stderr ? ` ${error.stderr}` : ''}`);
} finally {
  for (const process of processes) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
