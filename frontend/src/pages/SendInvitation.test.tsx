/** Sending an invitation: with an idempotency key, and only by users with a confirmed email address. */
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, server, success } from '@/test/server';

const manager = { ...account, permissions: [...account.permissions, 'members.read', 'members.manage'] };
const sent = {
  id: '0191-invitation',
  email: 'bo@field.example',
  role: 'member',
  invitedBy: 'Ada Larsen',
  createdAt: '2026-06-16T15:00:00Z',
  sentAt: '2026-06-16T15:00:00Z',
  expiresAt: '2026-06-19T15:00:00Z',
  expired: false,
};

it('sends the same invitation under the same name until it was answered', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.get(apiUrl('/api/account'), () => success(manager)),
    http.get(apiUrl('/api/invitations'), () => success({ items: [], emailEnabled: true })),
    http.post(apiUrl('/api/invitations'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1 ? HttpResponse.error() : success(sent);
    }),
  );
  const { user } = await renderApp('/organization?tab=invitations');
  await user.type(await screen.findByLabelText('Email address'), 'bo@field.example');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t send the invitation. Try again.');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Invitation sent to bo@field.example.')).toBeVisible();
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys).toHaveLength(2);
});

it('asks for one’s own address to be confirmed first', async () => {
  server.use(
    http.get(apiUrl('/api/account'), () => success({ ...manager, emailVerified: false })),
    http.get(apiUrl('/api/invitations'), () => success({ items: [], emailEnabled: true })),
  );
  await renderApp('/organization?tab=invitations');
  expect(await screen.findByText(/Confirm your email address first/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to account settings' })).toHaveAttribute('href', '/account');
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull();
});
