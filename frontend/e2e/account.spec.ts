/** The account page: profile, permissions, appearance, and signing out. */
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { signInAsOwner, signInByApi, demo, readStoredToken, newOwner, fetchStatus } from './accounts';
import { waitUntilSettled } from './pages';
import { expect, test } from './test';

test('it shows person, organization, role and time zone as the server has them', async ({ page }) => {
  const owner = newOwner();
  await signInAsOwner(page, owner);
  await page.goto('/account');
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  await expect(profile).toContainText(owner.email);
  await expect(profile.getByLabel('Name', { exact: true })).toHaveValue(owner.name);
  const organization = page.getByRole('region', { name: 'Organization', exact: true });
  await expect(organization).toContainText(owner.organization);
  await expect(organization).toContainText('Owner: full access, including other owners');
  await expect(organization).toContainText(/UTC, now \d+:\d\d [AP]M/);
  await expect(organization.getByText('Sample data')).toHaveCount(0);
});

test('it says as text what the role may do: every permission that the server names', async ({ page }) => {
  const token = await signInByApi(page);
  const answer = await page.request.get('/api/account', { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { permissions: string[] } };
  await page.goto('/account');
  const allowed = page.getByRole('list', { name: 'Allowed', exact: true }).getByRole('listitem');
  await expect(allowed).toHaveCount(data.permissions.length);
  for (const words of await allowed.allInnerTexts()) {
    expect(words, 'a permission without words').not.toMatch(/^\w+\.\w+$/);
  }
});

test('the color scheme that is chosen stays, and follows the device again', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signInByApi(page);
  await page.goto('/account');
  const scheme = page.locator('html');
  const choice = (name: string) =>
    page.getByRole('group', { name: 'Color scheme' }).getByRole('button', { name });
  await expect(choice('System')).toHaveAttribute('aria-pressed', 'true');
  await expect(scheme).toHaveAttribute('data-scheme', 'light');
  await choice('Dark').click();
  await expect(scheme).toHaveAttribute('data-scheme', 'dark');
  await page.reload();
  await expect(scheme).toHaveAttribute('data-scheme', 'dark');
  await expect(choice('Dark')).toHaveAttribute('aria-pressed', 'true');
  await choice('System').click();
  await expect(scheme).toHaveAttribute('data-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute('data-scheme', 'dark');
});

test('someone who prefers metric measures reads yields in tonnes per hectare, also after a reload', async ({
  page,
}) => {
  test.slow();
  await page.route('**/api/analytics/crop-yield-forecast', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { overview: {}, forecasts: [{ crop_type: 'Corn, Iowa', forecasted_yield: 200, year: 2026 }] },
      },
    }),
  );
  await signInAsOwner(page);
  await page.goto('/');
  await expect(page.getByText('200 bu/ac')).toBeVisible();
  await page.goto('/account');
  const preferences = page.getByRole('region', { name: 'Preferences', exact: true });
  await preferences
    .getByLabel('Units')
    .selectOption({ label: 'Metric: tonnes per hectare, °C, millimeters' });
  await preferences.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await preferences.getByLabel('Dates and numbers').selectOption({ label: 'United Kingdom' });
  await preferences.getByRole('button', { name: 'Save preferences' }).click();
  await expect(preferences.getByText('Preferences saved.')).toBeVisible();
  const now = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Tokyo' });
  await expect(preferences).toContainText(`Example: ${now.format(new Date())}`);
  await expectAccessibleInEveryViewport(page);
  await page.goto('/');
  // 200 x 56 lb x 0.45359237 kg / 1000 / 0.40468564224 ha
  await expect(page.getByText('12.55 t/ha')).toBeVisible();
  await page.reload();
  await expect(page.getByText('12.55 t/ha')).toBeVisible();
});

test('Sign Out ends the session on the server', async ({ page }) => {
  await signInByApi(page, demo);
  await page.goto('/account');
  // A call of the page that is still underway would be refused, and logged.
  await waitUntilSettled(page);
  const token = (await readStoredToken(page)) ?? '';
  expect(await fetchStatus(page, token)).toBe(200);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await readStoredToken(page)).toBeNull();
  await expect.poll(() => fetchStatus(page, token), { timeout: 2_000 }).toBe(401);
});
