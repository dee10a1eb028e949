/** API keys and the audit log: created, used, logged, revoked, and accessible on every screen size. */
import { readFileSync } from 'node:fs';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { signInAsOwner, fetchStatus } from './accounts';
import { expect, test } from './test';

test('a key is made, shown once, used by a program and revoked', async ({ page, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsOwner(page);
  await page.goto('/organization?tab=keys');
  const keys = page.getByRole('region', { name: 'API keys', exact: true });
  await expect(keys).toContainText('No API keys yet.');
  const form = page.getByRole('region', { name: 'New key', exact: true });
  await form.getByLabel('Name', { exact: true }).fill('Nightly export');
  await form.getByLabel('Edit ordering costs').check();
  await form.getByLabel('View purchases and costs').check();
  await form.getByRole('button', { name: 'Create key' }).press('Enter');
  const shown = form.getByRole('textbox', { name: 'API key Nightly export' });
  await expect(shown).toHaveText(/^sprout_[0-9a-f]{32}_[\w-]{43}$/);
  const token = (await shown.textContent()) ?? '';
  await form.getByRole('button', { name: 'Copy key' }).click();
  await expect(form).toContainText('Key copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await expectAccessibleInEveryViewport(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.reload();
  await expect(keys).toContainText('Nightly export');
  await expect(page.getByText(token)).toHaveCount(0);

  const headers = { Authorization: `Bearer ${token}` };
  const set = await page.request.put('/api/purchasing/settings', { headers, data: { orderCost: 61 } });
  expect(set.status(), await set.text()).toBe(200);
  expect(await fetchStatus(page, token)).toBe(403);

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('region', { name: 'Audit log', exact: true });
  await expect(log.getByRole('row').nth(1)).toContainText('Nightly export (API key)Changed ordering costs');
  await log
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  await expect(log).toContainText('orderCost: 61');
  await log.getByRole('button', { name: 'Show only actions by Nightly export' }).click();
  await expect(page).toHaveURL(/person=/);
  await expect(log.getByRole('row')).toHaveCount(2);

  await page.getByRole('link', { name: 'API keys' }).click();
  await keys.getByRole('button', { name: /^Details/ }).click();
  await keys.getByRole('button', { name: 'Revoke' }).click();
  await keys.getByRole('button', { name: 'Revoke Nightly export' }).click();
  await expect(keys).toContainText('Nightly export was revoked.');
  expect((await page.request.get('/api/purchasing/settings', { headers })).status()).toBe(401);
});

test('the log is narrowed by the address and taken along as a file', async ({ page }) => {
  await signInAsOwner(page);
  await page.goto('/organization?tab=audit');
  const log = page.getByRole('region', { name: 'Audit log', exact: true });
  await expect(log.getByRole('row')).toHaveCount(3);
  await expectAccessibleInEveryViewport(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await log.getByLabel('Action', { exact: true }).selectOption('Signed in');
  await log.getByRole('button', { name: 'Apply filters', exact: true }).click();
  await expect(page).toHaveURL(/tab=audit&action=session\.created/);
  await page.reload();
  await expect(log.getByLabel('Action', { exact: true })).toHaveValue('session.created');
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Download CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(',session.created,');
  await log.getByLabel('From', { exact: true }).fill('2001-01-01');
  await log.getByLabel('To', { exact: true }).fill('2001-01-02');
  await log.getByRole('button', { name: 'Apply filters', exact: true }).click();
  await expect(log).toContainText('No matching entries.');
});
