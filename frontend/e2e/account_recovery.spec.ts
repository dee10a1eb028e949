/** Account recovery and sign-in with MFA, against the real server and its outbox. */
import { totpCode, readTotpSecret } from './authenticator';
import { expectLayout } from './expect_layout';
import { linkTo } from './outbox';
import { signInAsOwner, newOwner, signInByForm, fetchStatus } from './accounts';
import { expect, isRefusal, test } from './test';

test('a forgotten password is replaced by the link of an email, once', async ({
  page,
  browserConsole,
}, testInfo) => {
  test.setTimeout(120_000);
  browserConsole.allow(isRefusal(422));
  browserConsole.allow(isRefusal(401));
  const owner = newOwner();
  const token = await signInAsOwner(page, owner);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toContainText('This server sends no email: ask its');
  await expectLayout(page, (name) => testInfo.outputPath(`forgot-${name}`));

  const link = linkTo(owner.email, 'password_reset');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('Password1');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /This password is too common/,
  );
  await expectLayout(page, (name) => testInfo.outputPath(`reset-${name}`));
  await page.getByLabel('New password', { exact: true }).fill('five bags of seed');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password is changed');
  await expect.poll(() => fetchStatus(page, token), { timeout: 2_000 }).toBe(401);

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(page, { ...owner, password: 'five bags of seed' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('six bags of seed');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('MFA is set up with an app, and asks for its code', async ({ page, browserConsole }, testInfo) => {
  test.setTimeout(120_000);
  browserConsole.allow(isRefusal(401));
  const owner = newOwner();
  await signInAsOwner(page, owner);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'Multi-factor authentication (MFA)' });
  await panel.getByRole('button', { name: 'Set up MFA' }).click();
  await panel.getByLabel('Your password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = await readTotpSecret(panel);
  await expectLayout(page, (name) => testInfo.outputPath(`set-up-${name}`));
  await panel.getByLabel('Code', { exact: true }).fill(totpCode(key));
  await panel.getByRole('button', { name: 'Turn on MFA' }).click();
  const codes = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await expectLayout(page, (name) => testInfo.outputPath(`codes-${name}`));
  await panel.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(panel).toContainText('10 recovery codes left');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/sign-in');
  await signInByForm(page, owner);
  await expect(page.getByRole('status')).toContainText('Enter the code from your authenticator app');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectLayout(page, (name) => testInfo.outputPath(`code-${name}`));
  await code.fill(totpCode(key, 1));
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await page.goto('/account');
  await panel.getByRole('button', { name: 'Turn off MFA' }).click();
  await panel.getByLabel('Your password', { exact: true }).fill(owner.password);
  await panel.getByLabel('Code', { exact: true }).fill(recovery);
  await panel.getByRole('button', { name: 'Turn off MFA', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Set up MFA' })).toBeVisible();
});
