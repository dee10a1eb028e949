/**
 * Members of an organization: invited by email, assigned roles, removed; and a user with several isolated
 * organizations.
 */
import { expectAccessible } from './expect_accessible';
import type { Browser, Page } from '@playwright/test';
import { linkTo } from './outbox';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { signInAsOwner, readStoredToken, newOwner, fetchStatus } from './accounts';
import { waitUntilSettled } from './pages';
import { expect, isRefusal, test } from './test';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Another user with a separate browser context. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.goto('/organization?tab=invitations');
  const form = panel(page, 'Invite people');
  await form.getByLabel('Email address').fill(email);
  await form.getByLabel('Role').selectOption(role);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByRole('status')).toContainText(email);
}

async function registerThrough(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page).toHaveURL('/invitation');
  await panel(page, 'Create your account').getByLabel('Name', { exact: true }).fill('Bo Field');
  await page.getByLabel('Password', { exact: true }).fill('six bags of seed');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
}

test('someone is invited, registers through the link, gets another role, and leaves', async ({
  page,
  browser,
  baseURL,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(409));
  const owner = newOwner();
  const email = `bo-${owner.email}`;
  await signInAsOwner(page, owner);
  await invite(page, email, 'viewer');
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(email);

  const bo = await another(browser, baseURL);
  const link = linkTo(email, 'invitation');
  await bo.goto(link);
  await expect(panel(bo, owner.organization)).toContainText(
    `${owner.name} invited ${email} to join as Viewer.`,
  );
  await registerThrough(bo, link);
  await bo.goto('/organization');
  const seen = panel(bo, 'Members').getByRole('table', { name: 'Members' });
  await expect(seen.getByRole('row', { name: /Bo Field/ })).toContainText('Viewer');
  await expect(seen).not.toContainText(owner.email);
  await expect(bo.getByRole('link', { name: 'Invitations' })).toHaveCount(0);
  await expect(seen.getByRole('cell').getByRole('button')).toHaveCount(0);

  await page.goto('/organization');
  const members = panel(page, 'Members');
  await members.getByRole('button', { name: /Bo Field/ }).click();
  await members.getByLabel('Role of Bo Field').selectOption('admin');
  await members.getByRole('button', { name: 'Save role' }).click();
  await expect(members.getByRole('status')).toHaveText('Bo Field is Admin now.');
  await expect(async () => {
    await bo.goto('/organization?tab=invitations');
    await expect(panel(bo, 'Invite people')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 15_000 });

  await page.getByRole('button', { name: 'Leave organization' }).click();
  await page.getByRole('button', { name: `Leave ${owner.organization}` }).click();
  await expect(panel(page, 'Leave organization').getByRole('alert')).toContainText('only owner');

  const token = (await readStoredToken(bo)) ?? '';
  await bo.goto('/organization');
  await bo.getByRole('button', { name: 'Leave organization' }).click();
  await bo.getByRole('button', { name: `Leave ${owner.organization}` }).click();
  await expect(heading(bo)).toHaveText('Sign in');
  expect(await fetchStatus(bo, token)).toBe(401);
  await bo.context().close();
});

test('an invitation that was revoked, or is for someone else, says so', async ({
  page,
  browser,
  baseURL,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(409));
  const owner = newOwner();
  const email = `bo-${owner.email}`;
  await signInAsOwner(page, owner);
  await invite(page, email, 'member');
  const link = linkTo(email, 'invitation');
  await page.goto(link);
  await expect(panel(page, 'Wrong account')).toContainText(`You are signed in as ${owner.email}, but`);
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await expect(panel(page, 'Create your account')).toContainText(`This invitation is for ${email}.`);

  const again = await another(browser, baseURL);
  await signInAsOwner(again, newOwner());
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(heading(page)).toHaveText('Dashboard');
  await page.goto('/organization?tab=invitations');
  await page.getByRole('button', { name: `Revoke invitation for ${email}` }).click();
  await expect(panel(page, 'Open invitations').getByRole('status')).toContainText('revoked');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This invitation was revoked.');
  await again.context().close();
});

test('a person has two organizations, and a switch counts in every tab', async ({ page, context }) => {
  const owner = newOwner();
  const other = `${owner.organization} West`;
  await signInAsOwner(page, owner);
  const second = await context.newPage();
  await second.goto('/account');
  await expect(panel(second, 'Organization')).toContainText(owner.organization);
  await page.goto('/');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /^Switch to/ })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'New organization' }).click();
  await page.getByLabel('Organization name').fill(other);
  await page.getByRole('button', { name: 'Create and switch' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
  await openMenu(page);
  await expect(page.getByRole('menu')).toContainText(other);
  await expect(panel(second, 'Organization')).toContainText(other);

  await page.getByRole('menuitem', { name: `Switch to ${owner.organization}`, exact: true }).click();
  await expect(async () => {
    await expect(panel(second, 'Organization').getByText(owner.organization, { exact: true })).toBeVisible();
  }).toPass();
  await page.goto('/organization?tab=settings');
  const settings = panel(page, 'Settings');
  await expect(settings.getByLabel('Name', { exact: true })).toHaveValue(owner.organization);
  await settings.getByLabel('Currency').fill('cad');
  await settings.getByLabel('Time zone').selectOption('America/Denver');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(settings.getByRole('status')).toHaveText('Settings saved.');
  await page.goto('/account');
  await expect(panel(page, 'Organization')).toContainText('America/Denver');
});

test('every tab and the invitation pass axe in light and dark, on desktop and phone', async ({
  page,
  browser,
  baseURL,
}, testInfo) => {
  test.setTimeout(180_000);
  const unbroken = 'Landhandelsgenossenschaft'.repeat(4);
  const owner = { ...newOwner(), organization: unbroken };
  const email = `somebody-with-a-long-address-${owner.email}`;
  await signInAsOwner(page, owner);
  await invite(page, email, 'member');
  const bo = await another(browser, baseURL);
  await registerThrough(bo, linkTo(email, 'invitation'));
  await invite(page, `cy-${email}`, 'viewer');
  await bo.context().clearCookies();
  await bo.evaluate(() => localStorage.clear());
  await bo.goto(linkTo(`cy-${email}`, 'invitation'));
  for (const look of viewports) {
    await applyViewport(page, look);
    await applyViewport(bo, look);
    for (const tab of ['members', 'invitations', 'settings', 'yours']) {
      await page.goto(`/organization?tab=${tab}`);
      await waitUntilSettled(page);
      if (tab === 'members') {
        await page.getByRole('button', { name: /Bo Field/ }).click();
        await page.getByRole('button', { name: 'Leave organization' }).click();
      }
      await good(page, `${tab}, ${look.name}`);
    }
    await waitUntilSettled(bo);
    await good(bo, `invitation, ${look.name}`);
  }
  await bo.context().close();

  async function good(shown: Page, name: string): Promise<void> {
    expect(await horizontalOverflow(shown), name).toBeLessThanOrEqual(0);
    await expectAccessible(shown, name);
    await shown.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true });
  }
});
