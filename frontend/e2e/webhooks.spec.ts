/** Webhooks of an organization: the signing secret is shown once. */
import { signInAsOwner } from './accounts';
import { expectAccessibleInEveryViewport } from './expect_accessible';
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
