/** An owner limits what members may order; a member's order above it waits until the owner approves it. */
import type { Page } from '@playwright/test';
import { newOwner, signInAsOwner } from './accounts';
import { expectAccessible, expectAccessibleInEveryViewport } from './expect_accessible';
import { linkTo } from './outbox';
import { expect, test } from './test';
import { goodTables, writeWarehouse } from './warehouse';

const REQUEST = '0198c5a0-7d3e-7a44-9f10-000000000001';
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Corn seed is low: 30 bags at 25 dollars are 750 dollars. */
const LINES = [{ itemId: 'corn-1', location: 'Main yard', quantity: 30 }];

test('an order above the limit of a member is approved by the owner', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  const owner = newOwner();
  const call = async (as: Page, token: string, method: 'put' | 'post', path: string, data: object) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await as.request[method](path, { headers, data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return answer;
  };
  const token = await signInAsOwner(page, owner);
  const folder = writeWarehouse(goodTables);
  await call(page, token, 'put', '/api/data-sync/source', { kind: 'files', path: folder });
  await call(page, token, 'post', '/api/data-sync/sync', { options: {} });
  const email = `bo-${owner.email}`;
  await call(page, token, 'post', '/api/invitations', { email, role: 'member' });

  await page.goto('/organization?tab=settings');
  const limits = region(page, 'Approval limits');
  await limits.getByLabel('Limit for admins (USD)').fill('5000');
  await limits.getByLabel('Limit for members (USD)').fill('749.99');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await expect(limits).toContainText(`by ${owner.name}`);
  await expectAccessibleInEveryViewport(page);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const bo = await context.newPage();
  await bo.goto(linkTo(email, 'invitation'));
  await region(bo, 'Create your account').getByLabel('Name', { exact: true }).fill('Bo Field');
  await bo.getByLabel('Password', { exact: true }).fill('six bags of seed');
  await bo.getByRole('button', { name: 'Create account and join' }).click();
  await expect(bo.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  const buyer = (await bo.evaluate(() => localStorage.getItem('token'))) ?? '';
  const body = { requestId: REQUEST, lines: LINES };
  const drafted = await call(bo, buyer, 'post', '/api/purchasing/drafts', body);
  const { data } = (await drafted.json()) as { data: { items: { id: string }[] } };
  const address = `/orders/${data.items[0]?.id ?? ''}`;
  await bo.goto(address);
  await expect(bo.getByText(/^This order is above your limit\./)).toBeVisible();
  await expect(bo.getByRole('button', { name: /^Mark as ordered/ })).toHaveCount(0);
  await expectAccessible(bo, 'above the limit');
  await bo.goto('/organization?tab=settings');
  await expect(region(bo, 'Approval limits')).toContainText('$749.99');
  await expect(region(bo, 'Approval limits')).toContainText('Only owners can change these limits.');

  await page.goto('/notifications');
  const notification = page.getByRole('listitem').filter({ hasText: 'needs approval' });
  await expect(notification).toContainText('750.00 USD');
  await notification.getByRole('link', { name: 'Open the order' }).click();
  await expect(page).toHaveURL(address);
  await expect(
    page.getByText('This order is above the limit of Bo Field and waits for approval.'),
  ).toBeVisible();
  await expectAccessibleInEveryViewport(page);
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText(`by ${owner.name}`)).toBeVisible();

  await bo.goto('/notifications');
  await expect(bo.getByRole('listitem').filter({ hasText: 'approved' })).toContainText(owner.name);
  await bo.goto(address);
  await bo.getByRole('button', { name: /^Mark as ordered/ }).click();
  await expect(bo.getByText(/^Ordered .* by Bo Field$/)).toBeVisible();
  await context.close();
});
