/** Operators: access, what they see and decide, and the effect on members of an organization. */
import { execFileSync } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import { dataFolder } from './environment';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { signInAsOwner, signInByApi, newOwner, type Owner } from './accounts';
import { waitUntilSettled } from './pages';
import { binary } from './server';
import { expect, isRefusal, test } from './test';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

function sprout(...words: string[]): string {
  const env = { PATH: process.env.PATH, SPROUT_DATA_DIR: dataFolder() };
  return execFileSync(binary, ['operator', ...words], { env, encoding: 'utf8' });
}

/** Another user with a separate browser context. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
}

/** Signed in as a user made operator on the server's command line. */
async function signInAsOperator(page: Page): Promise<Owner> {
  const operator = { ...newOwner(), organization: 'Sprout Inc' };
  await signInAsOwner(page, operator);
  expect(sprout('grant', operator.email)).toContain('is an operator now');
  expect(sprout('list')).toContain(operator.email);
  await expect(async () => {
    await page.goto('/operator');
    await expect(panel(page, 'Organizations')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 15_000 });
  return operator;
}

async function openTenant(page: Page, name: string) {
  await page.goto(`/operator?q=${encodeURIComponent(name)}`);
  await panel(page, 'Organizations')
    .getByRole('button', { name: new RegExp(name) })
    .click();
}

test('an organization is limited, suspended and let work again, and its people read why', async ({
  page,
  browser,
  baseURL,
  browserConsole,
}) => {
  test.setTimeout(120_000);
  const owner = newOwner();
  const theirs = await another(browser, baseURL);
  await signInAsOwner(theirs, owner);
  await theirs.goto('/organization');
  await expect(panel(theirs, 'Members')).toContainText(owner.name);

  const operator = await signInAsOperator(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Operator' }).click();
  await expect(heading(page)).toHaveText('Operator');
  await openTenant(page, owner.organization);
  await page.getByRole('button', { name: 'Set limits' }).click();
  const limits = page.getByRole('dialog', { name: `Limits: ${owner.organization}` });
  await limits.getByLabel('People').fill('2');
  await limits.getByLabel('Reason (for the organization’s audit log)').fill('Plan "Starter".');
  await limits.getByRole('button', { name: 'Set limits' }).click();
  await expect(page.getByText('1 of 2').first()).toBeVisible();

  await page.getByRole('button', { name: 'Suspend organization', exact: true }).click();
  const suspend = page.getByRole('dialog', { name: `Suspend organization: ${owner.organization}` });
  await suspend.getByLabel('Reason (shown to members)').fill('Unpaid. Write to billing@sprout.example.');
  await suspend.getByRole('button', { name: 'Suspend organization' }).click();
  await expect(panel(page, 'Organizations').getByText(/^Suspended since/)).toBeVisible();

  browserConsole.allow(isRefusal(403));
  await theirs.goto('/data-sync');
  await expect(heading(theirs)).toHaveText(`${owner.organization} is suspended`);
  await expect(theirs.getByRole('main')).toContainText('Unpaid. Write to billing@sprout.example.');
  await expectAccessibleInEveryViewport(theirs);
  await theirs.screenshot({ path: test.info().outputPath('suspended.png') });

  await page.getByRole('button', { name: 'Reactivate organization' }).click();
  const resume = page.getByRole('dialog', { name: `Reactivate organization: ${owner.organization}` });
  await resume.getByLabel('Reason (for the organization’s audit log)').fill('Paid.');
  await resume.getByRole('button', { name: 'Reactivate organization' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Suspend organization', exact: true })).toBeVisible();
  // Their page recovers automatically.
  await expect(heading(theirs)).toHaveText('Data Sync', { timeout: 25_000 });
  await theirs.setViewportSize({ width: 1280, height: 900 });
  await theirs.goto('/organization?tab=audit');
  const log = panel(theirs, 'Audit log').getByRole('table', { name: 'Audit log' });
  await expect(log).toContainText(`${operator.name} (operator)`);
  await expect(log).toContainText('Suspended organization');
  await theirs.context().close();
});

test('every tab is accessible on every screen and in both color schemes, and an email is read with an audit entry', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const owner = newOwner();
  const theirs = await another(browser, baseURL);
  await signInAsOwner(theirs, owner);
  await theirs.goto('/organization?tab=invitations');
  const form = panel(theirs, 'Invite people');
  await form.getByLabel('Email address').fill(`bo-${owner.email}`);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByRole('status')).toContainText(owner.email);
  await theirs.context().close();

  await signInAsOperator(page);
  await openTenant(page, owner.organization);
  await waitUntilSettled(page);
  await expectAccessibleInEveryViewport(page);
  await page.screenshot({ path: test.info().outputPath('organizations.png'), fullPage: true });
  await page.getByRole('button', { name: 'Set limits' }).click();
  await expectAccessibleInEveryViewport(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/operator?tab=outbox');
  const outbox = panel(page, 'Outbox');
  await outbox.getByRole('button', { name: new RegExp(`bo-${owner.email}`) }).click();
  await outbox.getByRole('button', { name: 'View email' }).click();
  await expect(outbox).toContainText('/invitation#token=');
  await expectAccessibleInEveryViewport(page);
  await page.screenshot({ path: test.info().outputPath('outbox.png'), fullPage: true });
  await page.goto('/operator?tab=record');
  await expect(panel(page, 'Audit log')).toContainText(`invitation to bo-${owner.email}`);
  await waitUntilSettled(page);
  await expectAccessibleInEveryViewport(page);
});

test('only operators see the page, and the demo is never one', async ({ page }) => {
  expect(() => sprout('grant', 'demo@sprout.example')).toThrow(/password is public/);
  await signInByApi(page);
  await page.goto('/operator');
  await expect(page.getByText('You need operator access to see this page.')).toBeVisible();
});
