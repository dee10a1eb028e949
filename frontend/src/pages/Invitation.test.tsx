/** The invitation page: for users with an account, without one, and with the wrong one. */
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const shown = {
  organization: 'Prairie West',
  role: 'member',
  email: 'bo@field.example',
  invitedBy: 'Ada Larsen',
  expiresAt: '2026-06-19T15:00:00Z',
};

beforeEach(() => {
  sessionStorage.setItem('invitation', 'secret-1');
  server.use(http.post(apiUrl('/api/invitations/preview'), () => success(shown)));
});

afterEach(() => sessionStorage.clear());

it('registers a person without an account, with the invited address and no organization', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(apiUrl('/api/auth/register'), async ({ request }) => {
      sent.push(await request.json());
      return success({ token: 'token-2', expiresAt: '2026-06-14T06:10:00Z' });
    }),
  );
  const { user } = await renderApp('/invitation', { token: null });
  await user.type(await screen.findByLabelText('Name'), 'Bo Field');
  await user.type(screen.getByLabelText('Password'), 'six bags of seed');
  await user.click(screen.getByRole('button', { name: 'Create account and join' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(sent).toEqual([
    { name: 'Bo Field', email: 'bo@field.example', password: 'six bags of seed', invitation: 'secret-1' },
  ]);
  expect(sessionStorage.getItem('invitation')).toBeNull();
});

it('tells people signed in with another address that it is not for them', async () => {
  await renderApp('/invitation');
  expect(await screen.findByText(/You are signed in as ada@prairie.example/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
});

it('lets the invited person join, and shows the server message on failure', async () => {
  server.use(
    http.get(apiUrl('/api/account'), () => success({ ...account, email: shown.email })),
    http.post(apiUrl('/api/invitations/accept'), () => failure(409, 'You belong to as many as you may.')),
  );
  const { user } = await renderApp('/invitation');
  await user.click(await screen.findByRole('button', { name: 'Join Prairie West' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You belong to as many as you may.');
});

it('says why an invitation can no longer be accepted', async () => {
  server.use(
    http.post(apiUrl('/api/invitations/preview'), () =>
      failure(409, 'This invitation was taken back.', 'invitation_revoked'),
    ),
  );
  await renderApp('/invitation', { token: null });
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation was taken back.');
});
