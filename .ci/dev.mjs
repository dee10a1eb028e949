#!/usr/bin/env node
/**
 * Development server: `make dev`.
 *
 * Builds and runs `sprout serve --demo`, rebuilds and restarts it when Rust files change, and runs the
 * Vite dev server, which reloads the app and forwards API requests. Settings come from the environment
 * and from `.env`. Ctrl-C stops everything.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'debug/sprout');
/** Folders of a crate that are not part of the server. */
const IGNORED = new Set(['tests', 'examples', 'benches']);
const POLL_MS = 700;
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 10_000;

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile?.('.env');

const children = new Set();
let stopping = false;

function log(message) {
  console.log(`[dev] ${message}`);
}

function start(command, args, options) {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  children.add(child);
  child.exited = new Promise((resolve) => {
    const finish = (code) => {
      children.delete(child);
      resolve(code);
    };
    child.once('exit', finish);
    child.once('error', (error) => {
      log(`Cannot start ${command}: ${error.message}`);
      finish(1);
    });
  });
  return child;
}

async function stop(child) {
  if (!children.has(child)) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await child.exited;
  clearTimeout(timer);
}

async function shutDown(code) {
  if (stopping) return;
  stopping = true;
  await Promise.all([...children].map(stop));
  process.exit(code);
}

/** The preferred port, or any free one if it is in use. */
async function findPort(preferred) {
  for (const port of [preferred, 0]) {
    const found = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => {
        const { port: bound } = server.address();
        server.close(() => resolve(bound));
      });
    });
    if (found !== undefined) return found;
  }
  throw new Error('No free port on 127.0.0.1.');
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The workspace's Cargo files and the folders of its crates. */
function findWatched() {
  const args = ['metadata', '--no-deps', '--format-version', '1'];
  const { packages } = JSON.parse(execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1 << 26 }));
  return ['Cargo.toml', 'Cargo.lock', ...packages.map((crate) => dirname(crate.manifest_path))];
}

/**
 * The paths and modification times of all watched files. Polling finds every change on every file
 * system; a recursive `fs.watch` misses files that editors replace and changes in mounted folders.
 */
function readSnapshot() {
  const lines = [];
  const visit = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isDirectory()) {
      lines.push(`${path} ${stats.mtimeMs}`);
      return;
    }
    for (const name of readdirSync(path)) if (!IGNORED.has(name)) visit(join(path, name));
  };
  watched.forEach(visit);
  return lines.join('\n');
}

async function build() {
  const code = await start('cargo', ['build', '--bin', 'sprout']).exited;
  return code === 0;
}

function startServer() {
  const server = start(BINARY, ['serve', '--demo'], { env: serverEnv });
  server.exited.then((code) => {
    if (!stopping && code !== 0 && code !== null)
      log(`The server exited with code ${code}. It restarts after the next change to a Rust file.`);
  });
  return server;
}

async function waitUntilReady(server) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  // The server first, then through Vite, which logs an error for every request that it cannot forward.
  for (const url of [serverUrl, appUrl]) {
    for (;;) {
      if (!children.has(server) || Date.now() > deadline) return false;
      const response = await fetch(`${url}/health/ready`).catch(() => undefined);
      if (response?.ok) break;
      await sleep(200);
    }
  }
  return true;
}

function logReady(ready) {
  if (ready) log(`Sprout is ready: ${appUrl} (sign in as demo@sprout.example / sprout-demo)`);
  else if (!stopping) log('The server is not ready. See its messages above.');
}

process.on('SIGINT', () => void shutDown(130));
process.on('SIGTERM', () => void shutDown(143));
process.on('SIGHUP', () => void shutDown(129));

const listen = process.env.SPROUT_LISTEN ?? `127.0.0.1:${await findPort(8080)}`;
const serverUrl = `http://${listen}`;
const appPort = await findPort(5173);
const appUrl = `http://127.0.0.1:${appPort}`;
const serverEnv = {
  SPROUT_DATA_DIR: 'target/dev-data',
  SPROUT_PUBLIC_URL: appUrl,
  ...process.env,
  SPROUT_LISTEN: listen,
};

const watched = findWatched();
let snapshot = readSnapshot();
log('Building the server. The first build takes several minutes.');
let built = await build();
let builtAt = modifiedAt(BINARY);
let server;
if (built) server = startServer();
else if (!stopping) log('The build failed. It runs again after the next change to a Rust file.');

if (!stopping) {
  const vite = start(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      ...['--host', '127.0.0.1', '--port', String(appPort), '--strictPort'],
      ...['--clearScreen', 'false', '--logLevel', 'warn'],
    ],
    { cwd: join(ROOT, 'frontend'), env: { ...process.env, SPROUT_URL: serverUrl } },
  );
  vite.exited.then((code) => {
    if (!stopping) log(`The Vite dev server exited with code ${code}.`);
    void shutDown(1);
  });
  if (server) logReady(await waitUntilReady(server));
}

while (!stopping) {
  await sleep(POLL_MS);
  const next = readSnapshot();
  if (next === snapshot) continue;
  snapshot = next;
  log('Rust files changed. Rebuilding.');
  built = await build();
  if (stopping) break;
  if (!built) {
    log(`The build failed. ${server && children.has(server) ? 'The previous build keeps running.' : ''}`);
    continue;
  }
  const at = modifiedAt(BINARY);
  if (server && children.has(server) && at === builtAt) {
    log('No change to the binary.');
    continue;
  }
  builtAt = at;
  if (server) await stop(server);
  if (stopping) break;
  server = startServer();
  logReady(await waitUntilReady(server));
}
