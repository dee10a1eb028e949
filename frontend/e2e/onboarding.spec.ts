/**
 * From an empty installation to the first recommendation, guided only by the screen. Measures each step, on
 * desktop and phone.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { connectDataset, startDataset } from './bigquery';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { newOwner } from './accounts';
import { binary, start, type RunningServer } from './server';
import { expect, test } from './test';

/** The maximum time from an empty installation to the first recommendation. */
const MOST_MS = 10 * 60_000;

const SCREENS = [
  { name: 'a desk', width: 1280, height: 800 },
  { name: 'a phone', width: 390, height: 800 },
] as const;

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const step = (page: Page, name: string) =>
  region(page, 'Get started').getByRole('listitem').filter({ hasText: name });

/** Logs the duration of each step and saves a screenshot of its result. */
class Walk {
  private readonly began = performance.now();
  private last = this.began;
  private readonly lines: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly testInfo: TestInfo,
  ) {}

  async did(what: string): Promise<void> {
    const now = performance.now();
    this.lines.push(`${what}: ${((now - this.last) / 1000).toFixed(2)} s`);
    const index = String(this.lines.length).padStart(2, '0');
    await this.page.screenshot({ path: this.testInfo.outputPath(`${index} ${what}.png`), fullPage: true });
    this.last = performance.now();
  }

  ended(): void {
    const took = performance.now() - this.began;
    expect(took).toBeLessThan(MOST_MS);
    const text = [...this.lines, `all: ${(took / 1000).toFixed(2)} s`].join('\n');
    writeFileSync(this.testInfo.outputPath('steps.txt'), `${text}\n`);
    console.info(`${this.testInfo.title}\n${text}`);
  }
}

async function register(page: Page, address: string): Promise<void> {
  const owner = newOwner();
  await page.goto(address);
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Organization', { exact: true }).fill(owner.organization);
  await page.getByLabel('Name', { exact: true }).fill(owner.name);
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(step(page, 'Connect your data')).toContainText('to do now');
}

/** From the saved source to the recommendations. */
async function syncAndLook(page: Page, walk: Walk, isLong = true): Promise<void> {
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('button', { name: 'Start Full Sync' })).toBeInViewport();
  if (isLong) {
    await expect(page.getByText('Syncing...')).toBeVisible();
    await expect(region(page, 'Running now')).toBeVisible();
    await walk.did('first sync begun');
  }
  await expect(page.getByText(/^Sync finished: [\d,]+ rows synced\./)).toBeVisible({ timeout: MOST_MS });
  await walk.did('first sync ended');
  await page.getByRole('link', { name: 'View recommendations' }).click();
  const first = region(page, 'Purchase Recommendations')
    .getByRole('button', { name: /^Why\?/ })
    .first();
  await expect(first).toBeVisible({ timeout: 60_000 });
  await expect(region(page, 'Get started')).toHaveCount(0);
  await waitUntilSettled(page);
  await walk.did('first recommendation');
  walk.ended();
}

test.describe('from an empty installation', () => {
  let server: RunningServer;
  test.describe.configure({ timeout: MOST_MS + 60_000 });
  test.beforeEach(async () => {
    server = await start();
  });
  test.afterEach(async ({ context }) => {
    // Close the page first: the browser logs an error for requests to a stopped server.
    await context.close();
    await server.stop();
  });

  for (const { name, width, height } of SCREENS) {
    test(`a folder of files leads to a recommendation on ${name}`, async ({ page }, testInfo) => {
      await page.setViewportSize({ width, height });
      execFileSync(binary, ['demo', '--out', join(server.warehouses, 'depot')]);
      const walk = new Walk(page, testInfo);
      await register(page, server.address);
      await walk.did('registered');
      await step(page, 'Connect your data').getByRole('link', { name: 'Connect your data' }).click();
      await page.getByRole('button', { name: 'Use depot' }).click();
      await expect(page.getByLabel('Folder', { exact: true })).toHaveValue('depot');
      await page.getByRole('button', { name: 'Test connection' }).click();
      await expect(page.getByText(/The source is readable\. Found: .*inventory_data/)).toBeVisible();
      await walk.did('source tested');
      await page.getByRole('button', { name: 'Connect folder' }).click();
      await expect(page.getByText('Source connected.')).toBeVisible();
      await walk.did('source connected');
      await syncAndLook(page, walk);
    });
  }

  test('a PostgreSQL database leads to a recommendation', async ({ page }, testInfo) => {
    const database = startDatabase();
    try {
      const walk = new Walk(page, testInfo);
      await register(page, server.address);
      await walk.did('registered');
      await step(page, 'Connect your data').getByRole('link', { name: 'Connect your data' }).click();
      await page.getByRole('button', { name: 'PostgreSQL' }).click();
      const { hostname, port, pathname, username, password } = new URL(database.url);
      await page.getByLabel('Server', { exact: true }).fill(hostname);
      await page.getByLabel('Port', { exact: true }).fill(port);
      await page.getByLabel('Database', { exact: true }).fill(pathname.slice(1));
      await page.getByLabel('User', { exact: true }).fill(decodeURIComponent(username));
      await page.getByLabel('Password', { exact: true }).fill(decodeURIComponent(password) || 'any');
      await page.getByRole('button', { name: 'Test connection' }).click();
      await expect(page.getByText(/The source is readable\. Found: .*inventory_data/)).toBeVisible();
      await walk.did('source tested');
      await page.getByRole('button', { name: 'Connect database' }).click();
      await expect(page.getByText('Source connected.')).toBeVisible();
      await walk.did('source connected');
      await syncAndLook(page, walk);
    } finally {
      database.stop();
    }
  });

  test('a BigQuery dataset leads to a recommendation', async ({ page }, testInfo) => {
    const dataset = await startDataset();
    try {
      await connectDataset(page, dataset);
      const walk = new Walk(page, testInfo);
      await register(page, server.address);
      await walk.did('registered');
      await step(page, 'Connect your data').getByRole('link', { name: 'Connect your data' }).click();
      await page.getByRole('button', { name: 'BigQuery' }).click();
      await page.getByLabel('Project', { exact: true }).fill(dataset.project);
      await page.getByLabel('Dataset', { exact: true }).fill(dataset.dataset);
      await page.getByLabel('Key file', { exact: true }).setInputFiles(dataset.keyFile);
      await expect(page.getByLabel('Service account key', { exact: true })).toHaveValue(/private_key/);
      await page.getByRole('button', { name: 'Test connection' }).click();
      await expect(page.getByText(/The source is readable\. Found: .*inventory_data/)).toBeVisible();
      await walk.did('source tested');
      await page.getByRole('button', { name: 'Connect dataset' }).click();
      await expect(page.getByText('Source connected.')).toBeVisible();
      await walk.did('source connected');
      await syncAndLook(page, walk);
    } finally {
      await dataset.stop();
    }
  });

  test('without any files the templates are enough', async ({ page }, testInfo) => {
    await register(page, server.address);
    await step(page, 'Connect your data').getByRole('link', { name: 'Connect your data' }).click();
    await expect(page.getByText(/^No folder in .* contains a file of a table\./)).toBeVisible();
    const form = region(page, 'Warehouse source');
    await form.getByRole('button', { name: 'Template files' }).click();
    const sheet = page.getByRole('dialog', { name: 'Template files' });
    await expect(sheet.getByText(/^Required: item_id, item_name/)).toBeVisible();
    await page.screenshot({ path: testInfo.outputPath('templates.png') });
    const folder = join(server.warehouses, 'mine');
    mkdirSync(folder);
    for (const table of ['inventory_data', 'sales_transactions', 'supplier_data']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        sheet.getByRole('button', { name: `Download ${table}.csv` }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`${table}.csv`);
      await file.saveAs(join(folder, file.suggestedFilename()));
    }
    await sheet.getByRole('button', { name: 'Close' }).click();
    await form.getByRole('button', { name: 'Refresh folders' }).click();
    await form.getByRole('button', { name: 'Use mine' }).click();
    await page.getByRole('button', { name: 'Connect folder' }).click();
    await syncAndLook(page, new Walk(page, testInfo), false);
    await expect(region(page, 'Purchase Recommendations')).toContainText('Corn seed 105 day');
  });

  test('data that are too thin are shown to be, and the first steps are good on every screen', async ({
    page,
  }, testInfo) => {
    test.slow();
    await register(page, server.address);
    await expectAccessibleInEveryViewport(page);
    const folder = join(server.warehouses, 'thin');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'inventory_data.csv'),
      'item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency,updated_at\n' +
        'corn-1,Corn seed 105,seed,bag,Main yard,10,0,0,25.00,USD,2026-01-15T08:00:00Z\n',
    );
    await step(page, 'Connect your data').getByRole('link', { name: 'Connect your data' }).click();
    await page.getByRole('button', { name: 'Use thin' }).click();
    await page.getByRole('button', { name: 'Connect folder' }).click();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('link', { name: 'View recommendations' }).click();
    const last = step(page, 'View recommendations');
    await expect(last).toContainText('There is not enough data for recommendations');
    await expect(step(page, 'Run the first sync')).toContainText('1 row synced on');
    await expectAccessibleInEveryViewport(page);
    await page.screenshot({ path: testInfo.outputPath('too thin.png'), fullPage: true });
    await last.getByRole('link', { name: 'Set minimum' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

interface SourceDatabase {
  url: string;
  stop: () => void;
}

/** A PostgreSQL server with the demo's tables and text columns only, as an export produces them. */
function startDatabase(): SourceDatabase {
  const script = join(import.meta.dirname, '../../.ci/postgres');
  const folder = mkdtempSync(join(tmpdir(), 'sprout-e2e-postgres-'));
  const stop = () => {
    execFileSync(script, ['stop', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Without the test runner's color setting, which would make Node color the port number.
    const env = { PATH: process.env.PATH };
    const url = execFileSync(script, ['start', folder], { encoding: 'utf8', env }).trim();
    const files = mkdtempSync(join(tmpdir(), 'sprout-e2e-rows-'));
    execFileSync(binary, ['demo', '--out', files]);
    const commands = readdirSync(files).flatMap((file) => {
      const path = join(files, file);
      const columns = readFileSync(path, 'utf8').split(/\r?\n/, 1)[0]?.split(',') ?? [];
      const table = file.replace('.csv', '');
      const texts = columns.map((column) => `${column} text`).join(', ');
      return ['-c', `create table ${table} (${texts})`, '-c', `\\copy ${table} from '${path}' csv header`];
    });
    execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', ...commands, url]);
    rmSync(files, { recursive: true, force: true });
    return { url, stop };
  } catch (failure) {
    stop();
    throw failure;
  }
}
