/** Alert rules, their channels and scheduled reports on the Notifications page, against the real server. */
import type { Page } from '@playwright/test';
import { signInWithRows } from './synced_owner';
import { expectAccessible } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { startReceiver } from './receiver';
import { expect, test } from './test';
import { applyViewport, extremeViewports, horizontalOverflow } from './viewports';

/** Registers an owner whose rows are synced. */
async function openNotifications(page: Page): Promise<void> {
  await signInWithRows(page);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
}

async function expectGoodLook(page: Page, state: string): Promise<void> {
  await waitUntilSettled(page);
  await expectAccessible(page, state);
  expect(await horizontalOverflow(page), state).toBeLessThanOrEqual(0);
}

for (const look of extremeViewports) {
  test(`a rule is previewed, saved and listed (${look.name})`, async ({ page }) => {
    test.slow();
    await applyViewport(page, look);
    await openNotifications(page);
    await page.getByRole('button', { name: 'New rule' }).click();
    const sheet = page.getByRole('dialog', { name: 'New rule' });
    await sheet.getByLabel('Name', { exact: true }).fill('Margin of seed');
    await sheet.getByLabel('Watches').selectOption({ label: 'Gross margin of a category below a limit' });
    await sheet.getByLabel('Limit', { exact: true }).fill('15');
    await sheet.getByRole('button', { name: 'Preview' }).click();
    await expect(sheet.getByRole('status')).toContainText(
      /^Would have fired (once|\d+ times) in the last two/,
    );
    await expectGoodLook(page, `preview, ${look.name}`);
    await sheet.getByRole('button', { name: 'Save rule' }).click();
    await expect(sheet).toBeHidden();
    const rules = page.getByRole('list', { name: 'Alert rules' });
    await expect(rules.getByRole('listitem')).toHaveCount(1);
    await expect(rules).toContainText('Margin of seed');
    await page.reload();
    await expect(rules).toContainText('Margin of seed');
    await expectGoodLook(page, `rules, ${look.name}`);
    await rules.getByRole('button', { name: 'Delete rule' }).click();
    await expect(page.getByText('No alert rules yet.')).toBeVisible();
  });

  test(`a channel is added, tested and chosen (${look.name})`, async ({ page }) => {
    test.slow();
    let status = 200;
    const { server, origin, requests } = await startReceiver(() => status);
    const url = `${origin}/services/T0/B0/a-very-secret-part`;
    await applyViewport(page, look);
    await openNotifications(page);
    const channels = page.getByRole('region', { name: 'Channels', exact: true });
    await expect(channels).toContainText('No channels yet.');
    await channels.getByRole('button', { name: 'Add channel' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add channel' });
    await sheet.getByLabel('Name', { exact: true }).fill('Purchasing');
    await sheet.getByLabel('Service').selectOption({ label: 'Slack' });
    await sheet.getByLabel('URL of the incoming webhook').fill(url);
    await expectGoodLook(page, `new channel, ${look.name}`);
    await sheet.getByRole('button', { name: 'Add channel' }).click();
    await expect(sheet).toBeHidden();
    await expect(channels).toContainText('127.0.0.1/…part. Added by Robin Field.');
    expect(await page.content()).not.toContain('very-secret');

    await channels.getByRole('button', { name: 'Send test message' }).click();
    await expect(channels).toContainText('Last message: ', { timeout: 15_000 });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toContain('Test message from Sprout');
    status = 404;
    await channels.getByRole('button', { name: 'Send test message' }).click();
    await expect(channels).toContainText('The endpoint responded with status 404.', { timeout: 15_000 });
    await expect(channels).toContainText('Disabled');
    await expectGoodLook(page, `channels, ${look.name}`);

    await page.getByRole('button', { name: 'New rule' }).click();
    const rule = page.getByRole('dialog', { name: 'New rule' });
    await rule.getByLabel('Name', { exact: true }).fill('Stale');
    await rule.getByLabel('Watches').selectOption({ label: 'Overdue data' });
    await rule.getByLabel('Purchasing (Slack)').check();
    await expectGoodLook(page, `rule with channel, ${look.name}`);
    await rule.getByRole('button', { name: 'Save rule' }).click();
    await expect(rule).toBeHidden();
    await page.getByRole('button', { name: 'Edit rule' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit rule' });
    await expect(edited.getByLabel('Purchasing (Slack)')).toBeChecked();
    await page.keyboard.press('Escape');
    await channels.getByRole('button', { name: 'Remove channel' }).click();
    await channels.getByRole('button', { name: 'Confirm: remove Purchasing' }).click();
    await expect(channels).toContainText('No channels yet.');
    server.close();
  });
}

test('a report is scheduled, paused and deleted', async ({ page }) => {
  test.slow();
  await openNotifications(page);
  const reports = page.getByRole('region', { name: 'Scheduled reports', exact: true });
  await reports.getByRole('button', { name: 'New report' }).click();
  const sheet = page.getByRole('dialog', { name: 'New report' });
  await sheet.getByLabel('Name', { exact: true }).fill('Orders of the week');
  await sheet.getByLabel('How often').selectOption({ label: 'Every month' });
  await sheet.getByLabel('Robin Field').check();
  await expectGoodLook(page, 'new report');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  const email = sheet.getByRole('region', { name: 'Email preview' });
  await expect(email.getByRole('heading', { name: 'Orders of the week' })).toBeVisible();
  await expect(email).toContainText('Orders of the week');
  await expect(email).toContainText('.xlsx');
  for (const viewport of extremeViewports) {
    await applyViewport(page, viewport);
    await expectGoodLook(page, 'preview of a report');
  }
  await sheet.getByRole('button', { name: 'Save report' }).click();
  await expect(sheet).toBeHidden();
  const list = reports.getByRole('list', { name: 'Scheduled reports' });
  await expect(list).toContainText('Orders of the week');
  await expect(list).toContainText('Robin Field');
  await list.getByRole('button', { name: 'Pause' }).click();
  await expect(list).toContainText('Paused');
  await page.reload();
  await expect(list).toContainText('Paused');
  await list.getByRole('button', { name: 'Delete report' }).click();
  await expect(list).toBeHidden();
});
