/** A view that is shared by link: figures without an account and without the app, until it is revoked. */
import { signInWithRows } from './synced_owner';
import { expectAccessible, expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { expect, isRefusal, test } from './test';

test('people outside see the figures of a link until it is revoked', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInWithRows(page);
  await page.goto('/explore?data=purchases&measures=spend&by=item&period=last_90_days');
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result).toContainText('$200.00');
  await page.getByRole('button', { name: 'Save view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await saving.getByLabel('Name', { exact: true }).fill('Spend by item');
  await saving.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share outside the organization' });
  await expect(sheet).toContainText('No links yet.');
  await sheet.getByLabel('Expires').selectOption({ label: 'In 7 days' });
  await sheet.getByRole('button', { name: 'Create link' }).click();
  const link = sheet.getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveText(/\/shared#token=[\w-]{43}$/);
  const url = new URL((await link.textContent()) ?? '');
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet).toContainText('Copied.');
  await waitUntilSettled(page);
  await expectAccessible(page, 'sharing');

  const outside = await browser.newContext({ baseURL: baseURL ?? '' });
  const reader = await outside.newPage();
  const sent: string[] = [];
  reader.on('request', (request) => sent.push(request.url()));
  await reader.goto(`/shared${url.hash}`);
  await expect(reader.getByRole('heading', { level: 1, name: 'Spend by item' })).toBeVisible();
  await expect(reader.getByText(/^Shared by Prairie Inputs .*, figures as of /)).toBeVisible();
  const figures = reader.getByRole('region', { name: 'Figures', exact: true });
  for (const amount of ['$200.00', '$150.00', '$500.00']) await expect(figures).toContainText(amount);
  await expect(reader.getByRole('navigation')).toHaveCount(0);
  await expect(reader.getByRole('banner')).toHaveCount(0);
  await expect(reader.getByRole('link')).toHaveCount(0);
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  const token = url.hash.slice('#token='.length);
  expect(sent.filter((address) => new URL(address).href.split('#')[0]?.includes(token))).toEqual([]);
  await waitUntilSettled(reader);
  await expectAccessibleInEveryViewport(reader);

  await sheet.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(sheet.getByRole('row').nth(1)).toContainText(/Spend by item.*1 use, last/);
  await expect(sheet).not.toContainText(token);
  await sheet.getByRole('button', { name: 'Revoke link to Spend by item' }).click();
  await expect(sheet).toContainText('The link no longer works.');
  await expect(sheet).toContainText('No links yet.');

  const refused: string[] = [];
  reader.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await reader.reload();
  await expect(reader.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
  await expect(reader.getByText('$200.00')).toHaveCount(0);
  expect(refused.filter((message) => !isRefusal(404).test(message))).toEqual([]);
  await expectAccessibleInEveryViewport(reader);
  await outside.close();
});

test('without a token there is no such page', async ({ page, browserConsole }) => {
  browserConsole.allow(/^404: there is no page at \/shared$/);
  await page.goto('/shared');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});
