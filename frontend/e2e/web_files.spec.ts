/** Files on a web server as the source: from their addresses to loaded rows. */
import { createServer } from 'node:http';
import { signInAsOwner } from './accounts';
import { listenLocally } from './local_server';
import { syncPage } from './sync_page';
import { expect, test } from './test';

const VENDORS = [
  'Vendor No;Vendor Name;Lead Time (days);Active',
  'V-100;Acme Seed;10;yes',
  'V-200;Prairie Ag;14;no',
].join('\r\n');

test('files at web addresses are tested, connected and synced', async ({ page }) => {
  const server = createServer((request, response) => {
    const isFile = request.url === '/vendors.csv';
    response.writeHead(200, { 'content-type': isFile ? 'text/csv' : 'text/html' });
    response.end(isFile ? VENDORS : '<!doctype html><title>Sign in</title>');
  });
  const origin = await listenLocally(server);
  const address = (path: string) => `${origin}${path}`;

  await signInAsOwner(page);
  await page.goto('/data-sync?tab=sources');
  await page.getByRole('button', { name: 'Web files' }).click();
  await page.getByRole('textbox', { name: 'Suppliers', exact: true }).fill(address('/sign-in'));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/sent a web page instead of a file/)).toBeVisible();

  await page.getByRole('textbox', { name: 'Suppliers', exact: true }).fill(address('/vendors.csv'));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/vendors\.csv: .*Vendor No → supplier_id/)).toBeVisible();
  await page.getByRole('button', { name: 'Connect files' }).click();
  await expect(page.getByText('Source connected. Start a full sync to load your data.')).toBeVisible();

  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.card('Source connection')).toContainText('Connected');
  await sync.runFullSync();
  await expect(sync.statistics).toContainText('2 inserted, 0 updated, 0 unchanged, 0 deleted');
  await page.goto('/data-sync?tab=sources');
  await expect(page.getByRole('textbox', { name: 'Suppliers', exact: true })).toHaveValue(
    address('/vendors.csv'),
  );
  server.close();
});
