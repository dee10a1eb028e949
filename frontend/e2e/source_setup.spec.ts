/** A new organization, from registration to figures that can be verified from its files. */
import type { Page } from '@playwright/test';
import { signInAsOwner, newOwner } from './accounts';
import { expectAccessible } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { syncPage } from './sync_page';
import { expect, isRefusal, test } from './test';
import {
  faultyTables,
  germanSuppliers,
  goodTables,
  suppliersWithout,
  suppliersTableWith,
  writeTable,
  writeWarehouse,
} from './warehouse';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function connect(page: Page, folder: string): Promise<void> {
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await expect(page.getByText('Source connected. Start a full sync to load your data.')).toBeVisible();
  await expect(syncPage(page).card('Overall Status')).toContainText('Healthy');
}

async function syncEverything(page: Page): Promise<void> {
  const sync = syncPage(page);
  await sync.runFullSync();
  await expect(sync.start).toBeEnabled();
}

test('registering leads to a dashboard that says what to do next', async ({ page }) => {
  const owner = newOwner();
  await page.goto('/sign-in');
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Organization', { exact: true }).fill(owner.organization);
  await page.getByLabel('Name', { exact: true }).fill(owner.name);
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await waitUntilSettled(page);
  await expect(page.getByText('Sample data')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('$')).toHaveCount(0);
  await page.getByRole('link', { name: 'Connect your data' }).click();

  const sync = syncPage(page);
  await expect(sync.card('Source connection')).toContainText('Disconnected');
  await expect(sync.card('Overall Status')).toContainText('Issues Detected');
  await expect(page.getByText('Last sync: Never')).toBeVisible();
  await expect(sync.start).toBeDisabled();
  await expect(sync.statistic('Success Rate')).toHaveText('0.0%');
});

test('an address that is taken is refused at its field', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(409));
  browserConsole.allow(isRefusal(422));
  const owner = newOwner();
  await signInAsOwner(page, owner);
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/register');
  await page.getByLabel('Organization', { exact: true }).fill('Another business');
  await page.getByLabel('Name', { exact: true }).fill('Sam Field');
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill('another long password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Organization', { exact: true })).toHaveValue('Another business');
});

test('a folder is connected and synced, and the dashboard shows its figures', async ({ page }) => {
  const folder = writeWarehouse(goodTables);
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(
    page.getByText(/The source is readable\. Found: .*inventory_data.*Missing.*market_prices/),
  ).toBeVisible();
  await connect(page, folder);
  await syncEverything(page);
  const sync = syncPage(page);
  await expect(sync.statistic('Total Records')).toHaveText('8');
  await expect(sync.statistic('Successful')).toHaveText('8');
  await expect(sync.statistic('Success Rate')).toHaveText('100.0%');
  await expect(sync.statistics).toContainText('8 inserted, 0 updated, 0 unchanged, 0 deleted');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(panel(page, 'Total Spend')).toContainText('$500.00');
  await expect(panel(page, 'Avg Order Value')).toContainText('$250.00');
  await expect(panel(page, 'Delivery Rate')).toContainText('66.67%');
  await expect(panel(page, 'Active Suppliers').getByText('2', { exact: true })).toBeVisible();
  await expect(page.getByText('Sample data')).toHaveCount(0);
  const rows = panel(page, 'Purchase Recommendations').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/Corn seed 105.*10 bags.*30 bags.*\$750\.00/);

  await page.goto('/data-sync');
  await syncEverything(page);
  await expect(sync.statistics).toContainText('0 inserted, 0 updated, 8 unchanged, 0 deleted');
});

test('rows that cannot land are counted in amber and listed with their reasons', async ({ page }) => {
  const folder = writeWarehouse(faultyTables);
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await connect(page, folder);
  await syncEverything(page);
  const sync = syncPage(page);
  await expect(sync.statistic('Total Records')).toHaveText('10');
  await expect(sync.statistic('Successful')).toHaveText('8');
  await expect(sync.statistic('Errors')).toHaveText('2');
  await expect(sync.statistic('Success Rate')).toContainText('80.0%');
  await expect(sync.statistic('Success Rate')).toContainText('2 errors');
  const color = (name: 'Total Records' | 'Errors') =>
    sync.statistic(name).evaluate((node) => getComputedStyle(node).color);
  expect(isAmber(await color('Errors'))).toBe(true);
  expect(isAmber(await color('Total Records'))).toBe(false);
  await expect(sync.recentErrors.getByRole('listitem')).toHaveCount(2);
  await expect(sync.recentErrors).toContainText('on_hand');
  await expect(sync.recentErrors).toContainText('category');

  await sync.recentErrors.getByRole('link', { name: 'See all 2' }).click();
  const rows = page.getByRole('table', { name: 'Rejected rows', exact: true }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'twelve' })).toContainText(/inventory_data.*line 5.*on_hand/);
  await expect(rows.filter({ hasText: 'tools' })).toContainText(/inventory_data.*line 6.*category/);
});

test('a column that the source has lost is held until it is accepted', async ({ page, browserConsole }) => {
  browserConsole.allow(isRefusal(422));
  const folder = writeWarehouse({ supplier_data: suppliersTableWith });
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await connect(page, folder);
  await syncEverything(page);
  const sync = syncPage(page);
  const columns = panel(page, 'Column changes');
  await sync.openTab('Mapping');
  await expect(columns.getByLabel('Suppliers', { exact: true })).toHaveValue('ask');

  writeTable(folder, 'supplier_data', suppliersWithout);
  await columns.getByRole('button', { name: 'Preview changes' }).click();
  await expect(columns.getByText(/Suppliers: Would pause until you accept its columns\./)).toBeVisible();
  await sync.openTab('Overview');
  await sync.start.click();
  await expect(page.getByRole('alert').filter({ hasText: 'categories is no longer there' })).toBeVisible();
  await sync.openTab('Mapping');
  await expect(columns.getByRole('heading', { name: 'Suppliers: paused' })).toBeVisible();
  await columns.getByRole('button', { name: 'Accept columns of Suppliers' }).click();
  await expect(columns.getByRole('heading', { name: 'Suppliers: paused' })).toHaveCount(0);
  await sync.openTab('Overview');
  await syncEverything(page);
  await expect(sync.statistics).toContainText('0 inserted, 1 updated, 0 unchanged, 0 deleted');
});

test('a file with another name, other columns and other words is mapped and loaded', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(422));
  const folder = writeWarehouse({ Lieferanten: germanSuppliers });
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await expect(page.getByText('The source also has: Lieferanten.')).toBeVisible();
  await page.getByRole('link', { name: 'Enter other names' }).click();
  const sync = syncPage(page);
  const names = panel(page, 'Mapping');
  await names.getByRole('button', { name: 'Suppliers', exact: true }).click();
  await names.getByLabel('Table in your source').fill('Lieferanten');
  await names.getByLabel('supplier_id', { exact: true }).fill('Nummer');
  await names.getByLabel('supplier_name', { exact: true }).fill('Firma');
  await names.getByLabel('active', { exact: true }).fill('Status');
  await expect(names.getByLabel('updated_at', { exact: true })).toHaveAccessibleDescription('Optional');
  await names.getByText('Values of active').click();
  const words = names.getByLabel('Words for values').and(page.locator('[name="active words"]'));
  await words.fill('aktiv = vielleicht');
  await names.getByRole('button', { name: 'Save mapping' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '"vielleicht" for active' })).toBeVisible();
  await words.fill('aktiv = true\ngesperrt = false');
  await names.getByRole('button', { name: 'Save mapping' }).click();
  await expect(names.getByText('Mapping saved. It applies from the next sync.')).toBeVisible();
  await expect(names.getByText(/supplier_data is Lieferanten/)).toBeVisible();
  await expectAccessible(page, 'mapping of a table');

  await sync.openTab('Overview');
  await connect(page, folder);
  await syncEverything(page);
  await expect(sync.statistics).toContainText('2 inserted, 0 updated, 0 unchanged, 0 deleted');
  await page.reload();
  await sync.openTab('Mapping');
  await names.getByRole('button', { name: 'Suppliers', exact: true }).click();
  await expect(words).toHaveValue('aktiv = true\ngesperrt = false');
});

test('a folder that is not there is refused as text', async ({ page, browserConsole }) => {
  browserConsole.allow(/^Failed to load resource: the server responded with a status of 4/);
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByLabel('Folder', { exact: true }).fill('no-such-folder');
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /folder/i })
      .first(),
  ).toBeVisible();
  await expect(page.getByText('Source connected. Start a full sync to load your data.')).toHaveCount(0);
  await expect(page.getByLabel('Folder', { exact: true })).toHaveValue('no-such-folder');
  await page.getByLabel('Folder', { exact: true }).fill('../..');
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /folder/i })
      .first(),
  ).toBeVisible();
});

/** Amber: high red, medium green, low blue. */
function isAmber(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red > green && green > blue && red - blue > 60 && green > 0.4 * red;
}
