/** Starts the real binary on a free port with an empty data folder, and cleans up after the run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { publishAddress } from './environment';

/** The first start writes and syncs the demo's warehouse. */
const START_TIMEOUT_MS = 180_000;

export const binary = process.env.SPROUT_BIN ?? join(import.meta.dirname, '../../target/debug/sprout');

/** A running server and its folders. */
export interface RunningServer {
  address: string;
  /** The root folder from which it reads warehouses. */
  warehouses: string;
  /** Its data folder. */
  data: string;
  stop: () => Promise<void>;
}

export default async function startServer(): Promise<() => Promise<void>> {
  const { address, warehouses, data, stop } = await start('--demo');
  publishAddress(address, warehouses, data);
  return stop;
}

/** Starts a server on an empty database. */
export const start = (...options: string[]): Promise<RunningServer> => startWith({}, ...options);

/** Starts a server on an empty database, with more settings. */
export async function startWith(
  settings: Readonly<Record<string, string>>,
  ...options: string[]
): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sprout-e2e-'));
  const warehouses = join(folder, 'warehouses');
  mkdirSync(warehouses);
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');
  const listen = `127.0.0.1:${await freePort()}`;
  const server = spawn(binary, ['serve', ...options], {
    env: {
      PATH: process.env.PATH,
      SPROUT_LISTEN: listen,
      SPROUT_DATA_DIR: data,
      SPROUT_WAREHOUSE_ROOT: warehouses,
      SPROUT_SIGN_UP: 'open',
      SPROUT_DRAIN_SECONDS: '0',
      SPROUT_ALLOWED_NETWORKS: '127.0.0.0/8,::1',
      // All tests share one IP address, so the rate limit is off.
      SPROUT_REQUESTS_PER_SECOND: '0',
      ...settings,
    },
    stdio: ['ignore', openSync(log, 'w'), openSync(log, 'a')],
  });
  const stop = async () => {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(server, `http://${listen}`);
  } catch (failure) {
    const said = readFileSync(log, 'utf8');
    await stop();
    throw new Error(`${binary} did not start.\n${said}`, { cause: failure });
  }
  return { address: `http://${listen}`, warehouses, data, stop };
}

async function ready(server: ChildProcess, address: string): Promise<void> {
  const failed = once(server, 'error').then(([failure]) => Promise.reject(failure as Error));
  const asked = performance.now();
  while (performance.now() - asked < START_TIMEOUT_MS) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`);
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await Promise.race([failed, pause(200)]);
  }
  throw new Error(`/health/ready did not answer 200 within ${START_TIMEOUT_MS / 1000} s.`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const forced = setTimeout(() => server.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(forced);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('This machine has no free port.');
  return address.port;
}
