/** Signing in without an organization: what is left to do takes the address and password that were typed. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { at, failure, server, success } from '@/test/server';

// What the page loads when it is needed, loaded before: how long that takes is no part of these tests.
beforeAll(async () => {
  await import('@/features/accounts/LeftBehind');
});

const shown = { email: 'ada@prairie.example', password: 'six bags of seed' };
const part = (name: string) => within(screen.getByRole('region', { name }));

/** Signs in, with a code where one is asked for first. */
async function arrive({ twoSteps = false } = {}) {
  let asked = 0;
  server.use(
    http.post(at('/api/auth/login'), () => {
      asked += 1;
      if (twoSteps && asked === 1) return failure(401, 'Two-step sign-in is on.', 'otp_required');
      return failure(403, 'You belong to no organization any more.', 'no_organization');
    }),
  );
  const { user } = await renderApp('/sign-in', { token: null });
  await user.type(await screen.findByLabelText('Email'), shown.email);
  await user.type(screen.getByLabelText('Password'), shown.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  if (twoSteps) {
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  }
  expect(await screen.findByText(/You belong to no organization any more/)).toBeVisible();
  return user;
}

it('creates an organization under the account that there is', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(at('/api/auth/register'), async ({ request }) => {
      sent.push(await request.json());
      return success({ token: 'token-2', expiresAt: '2026-06-14T06:10:00Z' });
    }),
  );
  const user = await arrive();
  await user.type(screen.getByLabelText('Organization'), ' Prairie Anew ');
  await user.click(screen.getByRole('button', { name: 'Create organization' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(sent).toEqual([
    { ...shown, organization: 'Prairie Anew', name: shown.email, timeZone: expect.any(String) as string },
  ]);
});

it('saves what is kept of the person, and says where the file broke off', async () => {
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const bodies = ['{"profile": {}', '{"profile": {}, "complete": true}'];
  server.use(
    http.post(at('/api/auth/left-behind/export-account'), async ({ request }) => {
      expect(await request.json()).toEqual(shown);
      return HttpResponse.text(bodies.shift() ?? '');
    }),
  );
  const user = await arrive();
  const take = part('Take your data with you');
  await user.click(take.getByRole('button', { name: 'Download my data' }));
  expect(await take.findByRole('alert')).toHaveTextContent('The file was not made. Try again.');
  expect(save).not.toHaveBeenCalled();
  await user.click(take.getByRole('button', { name: 'Download my data' }));
  expect(await take.findByText('Your data are saved as a file.')).toBeVisible();
  expect(save).toHaveBeenCalledOnce();
});

it('deletes the account after asking once more, each time with a code where two-step sign-in is on', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(at('/api/auth/left-behind/delete-account'), async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? failure(401, 'This code is not right.', 'wrong_otp')
        : success({ done: true });
    }),
  );
  const user = await arrive({ twoSteps: true });
  const end = part('Delete your account');
  await user.click(end.getByRole('button', { name: 'Delete my account' }));
  expect(sent).toEqual([]);
  await user.type(end.getByLabelText('Code'), '111111');
  await user.click(end.getByRole('button', { name: 'Delete my account for good' }));
  expect(await end.findByRole('alert')).toHaveTextContent('This code is not right.');
  await user.clear(end.getByLabelText('Code'));
  await user.type(end.getByLabelText('Code'), '222222');
  await user.click(end.getByRole('button', { name: 'Delete my account for good' }));
  expect(await screen.findByText('Your account is deleted.')).toBeVisible();
  expect(sent).toEqual([
    { ...shown, otp: '111111' },
    { ...shown, otp: '222222' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});
