/** Webhooks of an organization: the signing secret is shown once. */
import { Webhook } from 'standardwebhooks';
import { signInAsOwner } from './accounts';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { startReceiver } from './receiver';
import { expect, test } from './test';

test('a webhook is created, and its secret is shown once', async ({ page }) => {
  test.slow();
  await signInAsOwner(page);
  await page.goto('/organization?tab=webhooks');
  await expect(page.getByText('No webhooks yet. Create one below.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('ERP');
  await page.getByLabel('URL', { exact: true }).fill('https://erp.example/in');
  await page.getByLabel('A member joined, left or has another role').check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = page.getByRole('textbox', { name: 'Signing secret of ERP' });
  await expect(secret).toHaveText(/^whsec_[A-Za-z0-9+/=]{44}$/);
  const text = (await secret.textContent()) ?? '';
  await expectAccessibleInEveryViewport(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(secret).toBeHidden();
  await page.reload();
  await expect(page.getByText('ERP', { exact: true }).first()).toBeVisible();
  expect(await page.content()).not.toContain(text);
});

test('the library of Standard Webhooks verifies the signature of an event', async ({ page }) => {
  const { server, origin, requests } = await startReceiver();
  await signInAsOwner(page);
  await page.goto('/organization?tab=webhooks');
  await page.getByLabel('Name', { exact: true }).fill('ERP');
  await page.getByLabel('URL', { exact: true }).fill(`${origin}/in`);
  await page.getByLabel('A member joined, left or has another role').check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByRole('textbox', { name: 'Signing secret of ERP' }).textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Details ERP' }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => requests.length).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = requests;
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const webhook = new Webhook(secret ?? '');
  expect(webhook.verify(body, signed)).toHaveProperty('type');
  expect(() => webhook.verify(body.replace('{', '{ '), signed)).toThrow();
  server.close();
});
