/** Syncing the demo's warehouse: a full sync, one table, and the resulting figures. */
import { signInByApi } from './accounts';
import { syncPage, TABLES } from './sync_page';
import { expect, isRefusal, test } from './test';

/** Time for a full sync of the demo's warehouse by an unoptimized binary. */
const SYNC_MS = 45_000;

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
  await page.goto('/data-sync');
});

test('source and database are connected, and every table has its card', async ({ page }) => {
  const sync = syncPage(page);
  await expect(sync.card('Source connection')).toContainText('Connected');
  await expect(sync.card('Target database')).toContainText('Connected');
  await expect(sync.card('Overall Status')).toContainText('Healthy');
  for (const table of TABLES) await expect(sync.tableButton(table)).toBeEnabled();
  await expect(page.getByText(/Last sync: \w+ \d+, \d{4}/)).toBeVisible();
});

test('a full sync runs, ends and finds nothing to change', async ({ page }) => {
  const sync = syncPage(page);
  // The body is available only for intercepted requests.
  await page.route('**/api/data-sync/sync', (route) => route.continue());
  const asked = page.waitForRequest('**/api/data-sync/sync');
  await sync.start.click();
  expect((await asked).postDataJSON()).toEqual({ options: { incrementalSync: false } });
  await expect(sync.syncing).toHaveText('Syncing...');
  await expect(sync.start).toBeDisabled();
  for (const table of TABLES) await expect(sync.tableButton(table)).toBeDisabled();

  await expect(sync.syncing).toBeEmpty({ timeout: SYNC_MS });
  await expect(sync.start).toBeEnabled();
  const total = Number((await sync.statistic('Total Records').innerText()).replaceAll(',', ''));
  expect(total).toBeGreaterThan(30_000);
  await expect(sync.statistic('Successful')).toHaveText(await sync.statistic('Total Records').innerText());
  await expect(sync.statistic('Errors')).toHaveText('0');
  await expect(sync.statistic('Success Rate')).toHaveText('100.0%');
  await expect(sync.statistics.getByRole('progressbar', { name: 'Success Rate' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await expect(sync.statistics).toContainText('0 inserted, 0 updated');
  await expect(sync.statistics).toContainText('0 deleted');
  await expect(sync.recentErrors).toContainText('No errors in the latest sync.');
});

test('one table syncs by itself, with a spinner on its own button', async ({ page }) => {
  const sync = syncPage(page);
  const asked = page.waitForRequest('**/api/data-sync/table');
  await page.route('**/api/data-sync/table', async (route) => {
    const answer = await route.fetch({ timeout: SYNC_MS });
    // Delayed long enough for the intermediate state to be visible.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.fulfill({ response: answer });
  });
  await sync.tableButton('market_prices').click();
  expect((await asked).postDataJSON()).toEqual({ tableName: 'market_prices', options: {} });
  await expect(page.getByRole('progressbar', { name: 'Syncing market_prices' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /^Syncing/ })).toHaveCount(1);
  await expect(sync.start).toBeDisabled();
  await expect(sync.tableButton('market_prices')).toBeEnabled({ timeout: SYNC_MS });
  await expect(page.getByRole('progressbar', { name: /^Syncing/ })).toHaveCount(0);
  await expect(sync.statistic('Errors')).toHaveText('0');
  await expect(sync.statistic('Success Rate')).toHaveText('100.0%');
});

test('Refresh asks for status and health again, and not while nothing is asked', async ({ page }) => {
  await expect(syncPage(page).start).toBeEnabled();
  const both = Promise.all([
    page.waitForRequest('**/api/data-sync/status'),
    page.waitForRequest('**/api/data-sync/health'),
  ]);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await both;
});

test('a schedule is set, shown with its next times, kept, and switched off', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(422));
  const { schedule, openTab } = syncPage(page);
  await openTab('Schedule');
  const onOff = schedule.getByRole('switch', { name: 'Sync on a schedule' });
  await expect(onOff).not.toBeChecked();
  await onOff.press('Space');
  await schedule.getByRole('button', { name: 'Custom' }).click();
  await schedule.getByLabel('Cron expression').fill('0 25 * * *');
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(schedule.getByLabel('Cron expression')).toHaveAccessibleDescription(
    /The hour "25" \(field 2 of 5\)/,
  );

  await schedule.getByRole('button', { name: 'Weekdays at 06:00' }).click();
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(schedule).toContainText('Schedule saved.');
  await expect(schedule.getByRole('list', { name: 'Next runs' }).getByRole('listitem')).toHaveText(
    Array.from({ length: 5 }, () => /^(Mon|Tue|Wed|Thu|Fri), .*, 6:00 AM$/),
  );

  await page.reload();
  await expect(schedule).toContainText('Current schedule: Weekdays at 06:00, full sync');
  await expect(onOff).toBeChecked();
  await onOff.click();
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(schedule).toContainText('Schedule saved. Automatic syncs are off.');
  await expect(schedule.getByRole('list', { name: 'Next runs' })).toHaveCount(0);
});
