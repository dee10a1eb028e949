/** Required MFA: a member without MFA must set it up, and continues from there. */
import type { Page } from '@playwright/test';
import { totpCode, readTotpSecret } from './authenticator';
import { expectLayout } from './expect_layout';
import { linkTo } from './outbox';
import { signInAsOwner, newOwner } from './accounts';
import { expect, isRefusal, test } from './test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Sets up MFA on the page that shows the panel. */
async function setUp(page: Page, password: string): Promise<void> {
  const form = panel(page, 'Multi-factor authentication (MFA)');
  await form.getByRole('button', { name: 'Set up MFA' }).click();
  await form.getByLabel('Your password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await form.getByLabel('Code', { exact: true }).fill(totpCode(await readTotpSecret(form)));
  await form.getByRole('button', { name: 'Turn on MFA' }).click();
  await form.getByRole('button', { name: 'I’ve saved them' }).click();
}

test('an owner demands two steps of a member, who sets them up and continues to the page that was wanted', async ({
  page,
  browser,
  baseURL,
  browserConsole,
}, testInfo) => {
  test.setTimeout(120_000);
  browserConsole.allow(isRefusal(403));
  browserConsole.allow(isRefusal(409));
  browserConsole.allow(/requires MFA/);
  const owner = newOwner();
  const email = `bo-${owner.email}`;
  const password = 'six bags of seed';
  const token = await signInAsOwner(page, owner);
  const headers = { Authorization: `Bearer ${token}` };
  const invited = await page.request.post('/api/invitations', { headers, data: { email, role: 'member' } });
  expect(invited.status()).toBe(200);
  const bo = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const invitation = linkTo(email, 'invitation').split('#token=')[1];
  await signInAsOwner(bo, { ...owner, name: 'Bo Field', email, password, invitation } as typeof owner);

  // Requiring MFA takes having it.
  await page.goto('/organization');
  const demand = panel(page, 'MFA requirement');
  const on = demand.getByRole('switch', { name: 'Require for all members' });
  await on.click();
  await demand.getByRole('button', { name: 'Require MFA' }).click();
  await expect(demand).toContainText('Set up MFA on your account page first.');
  await expect(on).not.toBeChecked();
  await page.goto('/account');
  await setUp(page, owner.password);
  await page.goto('/organization');
  await expect(demand).toContainText('1 of 2 members has not set up MFA yet.');
  await on.click();
  await demand.getByRole('button', { name: 'Require MFA' }).click();
  await expect(on).toBeChecked();

  // Every page asks Bo to set up MFA, and then shows the page he requested.
  await bo.goto('/purchase-patterns');
  await expect(heading(bo)).toHaveText('Set up MFA');
  await expect(bo.getByRole('main')).toContainText(
    `${owner.organization} requires multi-factor authentication (MFA) for all members`,
  );
  await expectLayout(bo, (name) => testInfo.outputPath(name));
  await setUp(bo, password);
  await expect(heading(bo)).toHaveText('Customer Purchase Patterns');
  await page.reload();
  await expect(demand).toContainText('All 2 members have set up MFA.');

  // It stays enabled.
  await bo.goto('/account');
  const own = panel(bo, 'Multi-factor authentication (MFA)');
  await own.getByRole('button', { name: 'Turn off MFA' }).click();
  await own.getByLabel('Your password', { exact: true }).fill(password);
  await own.getByLabel('Code', { exact: true }).fill('000000');
  await own.getByRole('button', { name: 'Turn off MFA', exact: true }).click();
  await expect(own).toContainText(`${owner.organization} requires MFA for all members`);
});
