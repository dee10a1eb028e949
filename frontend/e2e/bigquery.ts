/** The fake of BigQuery of the server's own tests, alone on a free port: it checks the account's signature and answers as Google does. */
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
  /** The file of the service account's key. */
  keyFile: string;
  endpoint: string;
  stop: () => Promise<void>;
}

/** Starts it with the demo's tables. */
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

/** The app asks Google, unless the source names another address, which no field of the form does: what the page sends of its source gets it added. */
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
