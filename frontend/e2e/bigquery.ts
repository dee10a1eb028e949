/**
 * The fake BigQuery of the server's tests, on a free port. Verifies the account's signature and responds like
 * Google.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { binary } from './server';

const program = process.env.SPROUT_FAKE_BIGQUERY ?? join(dirname(binary), 'examples/fake_bigquery');

interface Dataset {
  project: string;
  dataset: string;
  /** The service account's key file. */
  keyFile: string;
  endpoint: string;
  stop: () => Promise<void>;
}

/** Starts the fake with the demo's tables. */
export async function startDataset(): Promise<Dataset> {
  const folder = mkdtempSync(join(tmpdir(), 'sprout-e2e-bigquery-'));
  const rows = join(folder, 'rows');
  const keyFile = join(folder, 'key.json');
  execFileSync(binary, ['demo', '--out', rows]);
  const fake = spawn(program, [rows, keyFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () => end(fake, folder);
  try {
    const failed = once(fake, 'error').then(([failure]) => Promise.reject(failure as Error));
    const ended = once(fake, 'exit').then(() => Promise.reject(new Error(`${program} has ended.`)));
    const said = once(createInterface(fake.stdout), 'line') as Promise<[string]>;
    const [endpoint] = await Promise.race([said, failed, ended]);
    const { project_id: project } = JSON.parse(readFileSync(keyFile, 'utf8')) as { project_id: string };
    return { project, dataset: 'erp', keyFile, endpoint, stop };
  } catch (failure) {
    await stop();
    throw new Error(`${program} did not start: \`cargo build -p api --example fake_bigquery\` makes it.`, {
      cause: failure,
    });
  }
}

/**
 * The app calls Google unless the source has another address, which the form has no field for, so this adds
 * it to the page's requests.
 */
export async function connectDataset(page: Page, { endpoint }: Dataset): Promise<void> {
  await page.route(/\/api\/data-sync\/source(\/test)?$/, async (route, request) => {
    const sent = request.postDataJSON() as { kind?: string } | null;
    if (sent?.kind !== 'bigquery') return route.continue();
    return route.continue({ postData: { ...sent, apiEndpoint: endpoint } });
  });
}

async function end(fake: ChildProcess, folder: string): Promise<void> {
  if (fake.pid !== undefined && fake.exitCode === null) {
    const ended = once(fake, 'exit');
    fake.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
