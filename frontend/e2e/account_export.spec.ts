/** Exports and deletions of the user's and the organization's data, on every screen size. */
import { readFileSync } from 'node:fs';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { expectLayout } from './expect_layout';
import { linkTo } from './outbox';
import {
  openSignedIn,
  signInAsOwner,
  signInByApi,
  readStoredToken,
  newOwner,
  signInByForm,
  fetchStatus,
} from './accounts';
import { expect, isRefusal, test } from './test';

test('a person saves everything about themselves as a file', async ({ page }) => {
  const owner = newOwner();
  await signInAsOwner(page, owner);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'Your data', exact: true });
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('sprout-account.json');
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
    complete: boolean;
    profile: { email: string };
    organizations: { name: string }[];
  };
  expect(data.complete).toBe(true);
  expect(data.profile.email).toBe(owner.email);
  expect(data.organizations.map(({ name }) => name)).toEqual([owner.organization]);
  await expect(panel).toContainText('Your data has been downloaded.');
});

test('a person deletes their account with the organization that is theirs alone', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(409));
  browserConsole.allow(isRefusal(422));
  browserConsole.allow(isRefusal(401));
  const owner = newOwner();
  await signInAsOwner(page, owner);
  await page.goto('/account');
  const token = (await readStoredToken(page)) ?? '';
  const panel = page.getByRole('region', { name: 'Your data', exact: true });
  await panel.getByRole('button', { name: 'Delete my account' }).click();
  await expect(panel).toContainText('This can’t be undone.');
  await expectAccessibleInEveryViewport(page);
  await panel.getByLabel('Your password', { exact: true }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('This is not your current password.');
  await panel.getByLabel('Your password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(panel).toContainText(`You are the only member of ${owner.organization}`);
  await panel.getByRole('checkbox', { name: `Delete ${owner.organization}` }).check();
  await panel.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await fetchStatus(page, token)).toBe(401);
  const back = await page.request.post('/api/auth/login', {
    data: { email: owner.email, password: owner.password },
  });
  expect(back.status()).toBe(401);
});

test('an owner takes everything away as one archive, and deletes the organization', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(422));
  browserConsole.allow(isRefusal(401));
  const owner = newOwner();
  await signInAsOwner(page, owner);
  await page.goto('/organization?tab=settings');
  const token = (await readStoredToken(page)) ?? '';
  const exporting = page.getByRole('region', { name: 'Export all data', exact: true });
  await exporting.getByRole('button', { name: 'Export all data' }).click();
  await exporting.getByLabel('Your password', { exact: true }).fill(owner.password);
  const saving = page.waitForEvent('download');
  const asked = page.waitForRequest('**/api/organization-exports/download');
  await exporting.getByRole('button', { name: 'Download' }).click();
  const form = await asked;
  expect([form.method(), form.postData()?.startsWith('token=')]).toEqual(['POST', true]);
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^sprout-prairie-inputs-.*\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await expect(exporting).toContainText('Download started.');

  const ending = page.getByRole('region', { name: 'Delete organization', exact: true });
  await ending.getByRole('button', { name: 'Delete organization' }).click();
  await expectAccessibleInEveryViewport(page);
  await ending.getByLabel(`Type “${owner.organization}”`).fill('Other');
  await ending.getByLabel('Your password', { exact: true }).fill(owner.password);
  await ending.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(ending).toContainText("This is not the organization's name");
  await ending.getByLabel(`Type “${owner.organization}”`).fill(owner.organization);
  await ending.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await fetchStatus(page, token)).toBe(401);
});

test('someone who is not in any organization takes their data along and deletes their account', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(403));
  browserConsole.allow(isRefusal(401));
  const owner = newOwner();
  const token = await signInAsOwner(page, owner);
  const headers = { Authorization: `Bearer ${token}` };
  const account = (await (await page.request.get('/api/account', { headers })).json()) as {
    data: { organization: { id: string } };
  };
  const gone = await page.request.delete(`/api/organizations/${account.data.organization.id}`, {
    headers,
    data: { name: owner.organization, password: owner.password },
  });
  expect(gone.status()).toBe(200);
  await page.goto('/sign-in');
  await signInByForm(page, owner);
  await expect(page.getByText('You no longer belong to an organization.')).toBeVisible();
  await expectAccessibleInEveryViewport(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as { organizations: [] };
  expect(data.organizations).toEqual([]);
  // Creating an organization gives them access again.
  await page.getByLabel('Organization', { exact: true }).fill('Prairie Anew');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  const back = (await readStoredToken(page)) ?? '';
  const anew = (await (
    await page.request.get('/api/account', { headers: { Authorization: `Bearer ${back}` } })
  ).json()) as { data: { name: string; organization: { id: string; name: string } } };
  expect(anew.data).toMatchObject({ name: owner.name, organization: { name: 'Prairie Anew' } });
  await page.request.delete(`/api/organizations/${anew.data.organization.id}`, {
    headers: { Authorization: `Bearer ${back}` },
    data: { name: 'Prairie Anew', password: owner.password },
  });
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/sign-in');
  await signInByForm(page, owner);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  const login = await page.request.post('/api/auth/login', {
    data: { email: owner.email, password: owner.password },
  });
  expect(login.status()).toBe(401);
});

test('someone who is not in any organization joins where they are invited again', async ({
  page,
  browser,
  baseURL,
  browserConsole,
}, testInfo) => {
  browserConsole.allow(isRefusal(403));
  const [owner, other] = [newOwner(), { ...newOwner(), organization: 'Landhandelsgenossenschaft'.repeat(4) }];
  const bo = { email: `bo-${owner.email}`, password: 'six bags of seed' };
  const context = () => browser.newContext({ baseURL: baseURL ?? '' });
  const [there, elsewhere] = [await context(), await context()];
  const invite = async (token: string, role: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const sent = await there.request.post('/api/invitations', { headers, data: { email: bo.email, role } });
    expect(sent.status()).toBe(200);
  };
  const first = await signInAsOwner(await there.newPage(), owner);
  const second = await signInAsOwner(await elsewhere.newPage(), other);
  // They received the email, so the address counts as confirmed.
  await invite(first, 'member');
  const invitation = linkTo(bo.email, 'invitation').split('#token=')[1];
  const session = await openSignedIn(page, '/api/auth/register', { ...bo, name: 'Bo Field', invitation });
  const headers = { Authorization: `Bearer ${session}` };
  const account = (await (await page.request.get('/api/account', { headers })).json()) as {
    data: { id: string };
  };
  await page.request.delete(`/api/members/${account.data.id}`, { headers });
  await page.evaluate(() => localStorage.removeItem('token'));
  await invite(first, 'viewer');
  await invite(second, 'admin');

  await page.goto('/sign-in');
  await signInByForm(page, bo);
  const panel = page.getByRole('region', { name: 'Invitations', exact: true });
  await expect(panel.getByRole('listitem')).toHaveText([
    new RegExp(`${other.name} invited you to join ${other.organization} as Admin`),
    new RegExp(`${owner.name} invited you to join ${owner.organization} as Viewer`),
  ]);
  await expectLayout(page, (name) => testInfo.outputPath(name));
  await panel.getByRole('button', { name: `Join ${other.organization}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/organization');
  const members = page.getByRole('region', { name: 'Members', exact: true });
  await expect(members.getByRole('row', { name: /Bo Field/ })).toContainText('Not set up');
  await expectLayout(page, (name) => testInfo.outputPath(`members-${name}`));
  await there.close();
  await elsewhere.close();
});

test('the demo offers neither', async ({ page }) => {
  await signInByApi(page);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'Your data', exact: true });
  await expect(panel).toContainText('The demo account is shared');
  await page.goto('/organization?tab=settings');
  await expect(page.getByRole('region', { name: 'Settings', exact: true })).toContainText(
    'The demo organization can’t be changed.',
  );
  await expect(page.getByRole('region', { name: 'Delete organization', exact: true })).toHaveCount(0);
});
