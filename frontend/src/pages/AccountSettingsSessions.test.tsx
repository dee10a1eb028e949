/** The account page's password and sessions: requests, display, and behavior after failures. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, sessions, success } from '@/test/server';

const SESSIONS = apiUrl('/api/account/sessions');
const PASSWORD = apiUrl('/api/account/password');
const panel = (name: string) => screen.findByRole('region', { name });
const refusal = (code: string, path: string, message: string) =>
  HttpResponse.json(
    { success: false, message, code, requestId: 'request-1', details: [{ path, message }] },
    { status: 422 },
  );

describe('the password', () => {
  const fill = async (current = 'four bags of seed', next = 'five bags of seed') => {
    const { user } = await renderApp('/account');
    const password = within(await panel('Password'));
    await user.type(await password.findByLabelText('Current password'), current);
    await user.type(password.getByLabelText('New password'), next);
    await user.click(password.getByRole('button', { name: 'Change password' }));
    return { user, password };
  };

  it('is changed, shows the server message and clears the form', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(PASSWORD, async ({ request }) => {
        sent.push(await request.json());
        return success({ revokedSessions: 2, message: 'Your password is changed. 2 went.' });
      }),
    );
    const { password } = await fill();
    expect(await password.findByText('Your password is changed. 2 went.')).toBeVisible();
    expect(sent).toEqual([{ currentPassword: 'four bags of seed', newPassword: 'five bags of seed' }]);
    expect(password.getByLabelText('Current password')).toHaveValue('');
    expect(password.getByLabelText('New password')).toHaveValue('');
  });

  it.each([
    ['wrong_password', 'currentPassword', 'Current password', 'This is not your current password.'],
    ['invalid_values', 'newPassword', 'New password', 'This password is among the first.'],
  ])('stays typed at %s, with the reason at its field', async (code, path, label, message) => {
    server.use(http.post(PASSWORD, () => refusal(code, path, message)));
    const { password } = await fill();
    await waitFor(() => expect(password.getByLabelText(label)).toHaveAccessibleDescription(message));
    expect(password.getByLabelText(label)).toBeInvalid();
    expect(password.getByText('Your password was not changed.')).toBeVisible();
    expect(password.getByLabelText('New password')).toHaveValue('five bags of seed');
  });

  it('shows when to try again after too many wrong passwords', async () => {
    const words = 'Too many wrong passwords. Try again in 30 seconds.';
    server.use(http.post(PASSWORD, () => failure(429, words, 'too_many_attempts')));
    const { password } = await fill();
    expect(await password.findByText(words)).toBeVisible();
  });

  it('is shown and hidden, and known to password managers', async () => {
    const { user } = await renderApp('/account');
    const password = within(await panel('Password'));
    const typed = await password.findByLabelText('New password');
    expect(typed).toHaveAttribute('type', 'password');
    expect(typed).toHaveAttribute('autocomplete', 'new-password');
    expect(password.getByLabelText('Current password')).toHaveAttribute('autocomplete', 'current-password');
    await user.click(password.getByRole('button', { name: 'Show new password' }));
    expect(typed).toHaveAttribute('type', 'text');
    expect(password.getByLabelText('Current password')).toHaveAttribute('type', 'password');
  });

  it('of the demo has no form', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, sample: true })));
    await renderApp('/account');
    const password = within(await panel('Password'));
    expect(
      await password.findByText('The demo account’s password is public and can’t be changed.'),
    ).toBeVisible();
    expect(password.queryByRole('button', { name: 'Change password' })).not.toBeInTheDocument();
  });
});

describe('sessions', () => {
  const list = async () =>
    within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem');

  it('are listed with this device marked and without a way to end it', async () => {
    await renderApp('/account');
    const [own, phone] = await list();
    expect(own).toHaveTextContent('Firefox on WindowsThis device');
    expect(own?.querySelector('button')).toBeNull();
    expect(phone).toHaveTextContent(/^Safari on iPhoneLast used Jun 1\d, 2026/);
  });

  it('are ended one by one', async () => {
    let items = sessions.items;
    server.use(
      http.get(SESSIONS, () => success({ ...sessions, items })),
      http.delete(apiUrl('/api/account/sessions/:id'), ({ params }) => {
        items = items.filter(({ id }) => id !== params.id);
        return success({ done: true });
      }),
    );
    const { user } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: /^End session on Safari on iPhone/ }));
    expect(await screen.findByText(/^Safari on iPhone was signed out\./)).toBeVisible();
    await waitFor(async () => expect(await list()).toHaveLength(2));
  });

  it('are ended all at once but for this one', async () => {
    let items = sessions.items;
    server.use(
      http.get(SESSIONS, () => success({ ...sessions, items })),
      http.post(apiUrl('/api/account/sessions/revoke-others'), () => {
        items = items.filter(({ current }) => current);
        return success({ revokedSessions: 2, message: '2 other sessions were signed out.' });
      }),
    );
    const { user } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    expect(await screen.findByText('2 other sessions were signed out.')).toBeVisible();
    expect(await screen.findByText('No other active sessions.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument();
  });

  it('are ended after the password was typed, where signing in is a while ago', async () => {
    const sent: unknown[] = [];
    const right = async (request: Request) => {
      const body = (await request.json()) as { password?: string };
      sent.push(body);
      if (body.password === undefined) return refusal('password_required', 'password', 'Give your password.');
      if (body.password !== 'four bags of seed')
        return refusal('wrong_password', 'password', 'This is not your current password.');
      return undefined;
    };
    server.use(
      http.post(
        apiUrl('/api/account/sessions/revoke-others'),
        async ({ request }) =>
          (await right(request)) ??
          success({ revokedSessions: 2, message: '2 other sessions were signed out.' }),
      ),
      http.delete(
        apiUrl('/api/account/sessions/:id'),
        async ({ request }) => (await right(request)) ?? success({ done: true }),
      ),
    );
    const { user } = await renderApp('/account');
    const region = within(await panel('Sessions'));
    await user.click(await region.findByRole('button', { name: 'End all other sessions' }));
    const typed = await region.findByLabelText('Your password');
    expect(typed).toHaveAccessibleDescription('Give your password.');
    await user.type(typed, 'three bags{Enter}');
    await waitFor(() => expect(typed).toHaveAccessibleDescription('This is not your current password.'));
    await user.clear(typed);
    await user.type(typed, 'four bags of seed{Enter}');
    expect(await region.findByText('2 other sessions were signed out.')).toBeVisible();
    expect(region.queryByLabelText('Your password')).toBeNull();
    expect(sent).toEqual([{}, { password: 'three bags' }, { password: 'four bags of seed' }]);

    await user.click(region.getByRole('button', { name: /^End session on curl/ }));
    await user.type(await region.findByLabelText('Your password'), 'four bags of seed');
    await user.click(region.getByRole('button', { name: /^End curl/ }));
    expect(await region.findByText(/^curl.* was signed out\./)).toBeVisible();
    await user.click(region.getByRole('button', { name: /^End session on curl/ }));
    await user.click(await region.findByRole('button', { name: 'Cancel' }));
    expect(region.queryByLabelText('Your password')).toBeNull();
  });

  it('hold their place, say why they are not there, and try again', async () => {
    const gate = createDeferred();
    server.use(
      http.get(SESSIONS, () => gate.promise.then(() => failure(500, 'The database is away.')), {
        once: true,
      }),
    );
    const { user } = await renderApp('/account');
    expect(await screen.findByRole('status', { name: 'Sessions are loading' })).toBeVisible();
    gate.resolve();
    const region = within(await panel('Sessions'));
    expect(await region.findByText('The database is away.')).toBeVisible();
    await user.click(region.getByRole('button', { name: 'Retry' }));
    expect(await list()).toHaveLength(3);
  });

  it('that could not be ended stay, with the reason', async () => {
    server.use(
      http.delete(apiUrl('/api/account/sessions/:id'), () => failure(404, 'There is nothing here.')),
    );
    const { user } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: /^End session on curl/ }));
    expect(await screen.findByText('There is nothing here.')).toBeVisible();
    expect(await list()).toHaveLength(3);
  });

  it('beyond those that are listed are mentioned', async () => {
    server.use(http.get(SESSIONS, () => success({ ...sessions, hasMore: true })));
    await renderApp('/account');
    expect(await screen.findByText('Showing your most recently used sessions.')).toBeVisible();
  });
});
