/**
 * Background jobs: a sync creates one, the list is filtered by state, and it is accessible on every screen
 * size.
 */
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { signInAsOwner } from './accounts';
import { syncPage } from './sync_page';
import { expect, isRefusal, test } from './test';
import { goodTables, writeWarehouse } from './warehouse';

test('a sync is a job, found by its state', async ({ page }) => {
  test.setTimeout(120_000);
  const folder = writeWarehouse(goodTables);
  await signInAsOwner(page);
  await page.goto('/data-sync?tab=runs');
  const sync = syncPage(page);
  const jobs = page.getByRole('region', { name: 'Background tasks', exact: true });
  await expect(jobs).toContainText('No tasks yet.');
  await sync.openTab('Overview');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await sync.runFullSync();
  await sync.openTab('Runs');
  await expect(jobs.getByRole('row')).toHaveText([
    'TaskStatusAgeAttemptsLast error',
    /^Data syncDone\d+ s1-$/,
  ]);

  const history = page.getByRole('region', { name: 'Run History', exact: true });
  await history.getByRole('button', { name: /^Tables of the run on/ }).click();
  await expect(history.getByRole('list', { name: 'Tables of the run' })).toContainText(
    'supplier_data: Succeeded, 2 read',
  );
  await expectAccessibleInEveryViewport(page);

  await jobs.getByRole('button', { name: 'Failed' }).press('Enter');
  await expect(jobs).toContainText('No matching tasks.');
  await page.reload();
  await expect(jobs.getByRole('button', { name: 'Failed' })).toHaveAttribute('aria-pressed', 'true');
});

test('what a job is and its status is on one line beside a long reason', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(422));
  const folder = writeWarehouse({ sales_transactions: ['nothing'] });
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await syncPage(page).start.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await syncPage(page).openTab('Runs');
  const cells = page
    .getByRole('region', { name: 'Background tasks', exact: true })
    .getByRole('row')
    .nth(1)
    .getByRole('cell');
  await expect(cells.nth(1)).toHaveText('Failed');
  await expect(cells.nth(4)).toContainText('lacks the required columns transaction_id, order_id, direction');
  for (const index of [0, 1, 2]) {
    const lines = await cells.nth(index).evaluate((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return words.getClientRects().length;
    });
    expect(lines).toBe(1);
  }
});

test('what may be billed for one table of BigQuery is asked for in GiB', async ({ page }) => {
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByRole('button', { name: 'BigQuery', exact: true }).click();
  const most = page.getByLabel('Billing limit per table (GiB)');
  await expect(most).toHaveAccessibleDescription(/Leave blank for 10 GiB/);
  await expect(most).toHaveValue('');
  await page.getByLabel('Project', { exact: true }).fill('prairie-1');
  await page.getByLabel('Dataset', { exact: true }).fill('erp');
  await page.getByLabel('Service account key', { exact: true }).fill('{}');
  await most.fill('-1');
  await page.getByRole('button', { name: 'Connect dataset' }).click();
  expect(await most.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true);
  const asked = page.waitForRequest('**/api/data-sync/source/test');
  await page.route('**/api/data-sync/source/test', (route) =>
    route.fulfill({ json: { success: true, data: { ok: false, reason: 'no key', tables: [] } } }),
  );
  await most.fill('2.5');
  await page.getByRole('button', { name: 'Test connection' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ maximumBytesBilled: 2_684_354_560 });
});
