/**
 * Alerts on the Data Sync page: one for a failed sync and one for its recovery. Accessible on every screen
 * size.
 */
import { expectAccessible } from './expect_accessible';
import type { Page } from '@playwright/test';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { signInAsOwner } from './accounts';
import { syncPage } from './sync_page';
import { expect, isRefusal, test } from './test';
import { faultyTables, goodTables, writeTable, writeWarehouse } from './warehouse';

// axe analyzes the page eight times.
test.describe.configure({ timeout: 120_000 });

const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts', exact: true });
const open = (page: Page) => alerts(page).getByRole('list', { name: 'Open problems' });
const pastAlerts = (page: Page) => alerts(page).getByRole('list', { name: 'Past alerts', exact: true });

async function syncEverything(page: Page, status: number): Promise<void> {
  const sync = syncPage(page);
  await sync.runFullSync(status);
  await expect(sync.start).toBeEnabled();
}

test('a failure is shown once, and once more when it is over', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(422));
  const token = await signInAsOwner(page);
  const folder = writeWarehouse(faultyTables);
  const answer = await page.request.put('/api/data-sync/source', {
    headers: { Authorization: `Bearer ${token}` },
    data: { kind: 'files', path: folder },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  writeTable(folder, 'supplier_data', ['supplier_id,updated_at', 'sup-1,2026-06-01T00:00:00Z']);
  await page.goto('/data-sync');
  await expect(alerts(page)).toContainText('No open problems');
  await expect(alerts(page)).toContainText('No alerts yet.');

  // A failed table and rejected rows: two problems, reported as soon as the run has ended.
  for (let time = 1; time <= 2; time += 1) {
    await syncEverything(page, 422);
    await expect(open(page).getByRole('listitem')).toHaveCount(2);
    await expect(pastAlerts(page).getByRole('listitem')).toHaveCount(2);
  }
  await expect(open(page)).toContainText('supplier_data failed to sync');
  await expect(open(page)).toContainText(/since \w+ \d+, \d{4}/);
  await expect(open(page)).toContainText('Rows of inventory_data were rejected');
  await everywhere(page, 'open');

  for (const table of ['supplier_data', 'inventory_data']) writeTable(folder, table, goodTables[table] ?? []);
  await syncEverything(page, 200);
  await expect(alerts(page)).toContainText('No open problems');
  await expect(pastAlerts(page).getByRole('listitem')).toHaveCount(4);
  const newest = pastAlerts(page).getByRole('listitem').filter({ hasText: 'supplier_data syncs again' });
  await expect(newest).toContainText('Recovered');
  await expect(newest).toContainText(
    /It had failed since \d+ \w+ \d{4} at \d\d:\d\d \(UTC\), for less than a minute\./,
  );
  await everywhere(page, 'over');
});

test('notifications that do not load say why and are refetched', async ({ page, browserConsole }) => {
  browserConsole.allow(/^Failed to load resource/);
  await signInAsOwner(page);
  const refused = { success: false, message: 'The database is away.', code: 'internal', requestId: 'req-n' };
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, json: refused }));
  await page.goto('/data-sync');
  await expect(alerts(page)).toContainText('The database is away.');
  await expect(alerts(page)).not.toContainText('No open problems');
  await page.unroute('**/api/notifications?*');
  await alerts(page).getByRole('button', { name: 'Retry' }).click();
  await expect(alerts(page)).toContainText('No open problems');
});

/** The widths at which axe analyzes the other pages. */
const worn = viewports.map((look) => (look.width < 1280 ? { ...look, width: 390 } : look));

/** Wide and narrow, light and dark: no overflow, and no axe violations. */
async function everywhere(page: Page, state: string): Promise<void> {
  for (const look of worn) {
    await applyViewport(page, look);
    await waitUntilSettled(page);
    expect(await horizontalOverflow(page), `${state}, ${look.name}`).toBe(0);
    await expectAccessible(page, `${state}, ${look.name}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
