/** Signing in without an organization: later actions reuse the email and password that were entered. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server, success } from '@/test/server';

// Preload lazy parts, so that loading time does not affect these tests.
beforeAll(async () => {
  await import('@/features/accounts/UnaffiliatedAccount');
});

const shown = { email: 'ada@prairie.example', password: 'six bags of seed' };
const part = (name: string) => within(screen.getByRole('region', { name }));

/** Two pending invitations. */
const invitations = [
  {
    id: '0195-west',
    organization: 'Prairie West',
    role: 'member',
    invitedBy: 'Ada Larsen',
    expiresAt: '2026-06-19T15:00:00Z',
  },
  {
    id: '0195-east',
    organization: 'Prairie East',
    role: 'viewer',
    invitedBy: 'Cy Field',
    expiresAt: '2026-06-18T15:00:00Z',
  },
];

/** Signs in, with an MFA code if required. */
async function focusOnMount({
  twoSteps = false,
  waiting,
}: { twoSteps?: boolean; waiting?: () => Response } = {}) {
  let asked = 0;
  server.use(
    http.post(apiUrl('/api/auth/login'), () => {
      asked += 1;
      if (twoSteps && asked === 1) return failure(401, 'MFA is on.', 'otp_required');
      return failure(403, 'You belong to no organization any more.', 'no_organization');
    }),
    http.post(apiUrl('/api/auth/unaffiliated/invitations'), () =>
      waiting ? waiting() : success({ items: [], emailVerified: true }),
    ),
  );
  const { user } = await renderApp('/sign-in', { token: null });
  await user.type(await screen.findByLabelText('Email'), shown.email);
  await user.type(screen.getByLabelText('Password'), shown.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  if (twoSteps) {
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  }
  expect(await screen.findByText(/You no longer belong to an organization/)).toBeVisible();
  return user;
}

it('lists the invitations that wait, and joins one of them', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(apiUrl('/api/auth/unaffiliated/invitations/:id/accept'), async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return sent.length === 1
        ? failure(403, 'As many people belong to it as its plan allows.', 'plan_limit_reached')
        : success({ token: 'token-2', expiresAt: '2026-06-14T06:10:00Z' });
    }),
  );
  const user = await focusOnMount({ waiting: () => success({ items: invitations, emailVerified: true }) });
  const list = within(await screen.findByRole('list', { name: 'Invitations' }));
  const rows = list.getAllByRole('listitem').map((each) => each.textContent);
  expect(rows[0]).toContain('Ada Larsen invited you to join Prairie West as Member.');
  expect(rows[1]).toContain('Cy Field invited you to join Prairie East as Viewer.');
  await user.click(list.getByRole('button', { name: 'Join Prairie East' }));
  expect(await list.findByRole('alert')).toHaveTextContent('As many people belong to it as its plan allows.');
  await user.click(list.getByRole('button', { name: 'Join Prairie West' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(sent).toEqual([
    ['0195-east', shown],
    ['0195-west', shown],
  ]);
});

it('asks for a code to show invitations, and for the next one to join, where MFA is on', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(apiUrl('/api/auth/unaffiliated/invitations/:id/accept'), async ({ request }) => {
      sent.push(await request.json());
      return success({ token: 'token-2', expiresAt: '2026-06-14T06:10:00Z' });
    }),
  );
  const user = await focusOnMount({ twoSteps: true });
  server.use(
    http.post(apiUrl('/api/auth/unaffiliated/invitations'), async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? failure(401, 'This code is not right.', 'wrong_otp')
        : success({ items: invitations.slice(0, 1), emailVerified: true });
    }),
  );
  const panel = part('Invitations');
  await user.type(panel.getByLabelText('Code'), '111111');
  await user.click(panel.getByRole('button', { name: 'Show my invitations' }));
  expect(await panel.findByRole('alert')).toHaveTextContent('This code is not right.');
  await user.clear(panel.getByLabelText('Code'));
  await user.type(panel.getByLabelText('Code'), '222222');
  await user.click(panel.getByRole('button', { name: 'Show my invitations' }));
  const join = await panel.findByRole('button', { name: 'Join Prairie West' });
  expect(panel.getByLabelText('Code')).toHaveValue('');
  await user.type(panel.getByLabelText('Code'), '333333');
  await user.click(join);
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(sent).toEqual(['111111', '222222', '333333'].map((otp) => ({ ...shown, otp })));
});

it('says where no invitation is open', async () => {
  await focusOnMount();
  expect(await part('Invitations').findByText(/^No open invitations\./)).toBeVisible();
});

it('asks people with an unconfirmed address to use the link in their email', async () => {
  await focusOnMount({ waiting: () => success({ items: [], emailVerified: false }) });
  expect(await part('Invitations').findByText(/open the link in the invitation email/)).toBeVisible();
});

it('asks for the invitations again where they did not load', async () => {
  let asked = 0;
  const user = await focusOnMount({
    waiting: () => {
      asked += 1;
      return asked === 1
        ? failure(503, 'Too many people are signing in at this moment.')
        : success({ items: invitations, emailVerified: true });
    },
  });
  await user.click(await part('Invitations').findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Join Prairie West' })).toBeVisible();
});

it('creates an organization under the account that there is', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(apiUrl('/api/auth/register'), async ({ request }) => {
      sent.push(await request.json());
      return success({ token: 'token-2', expiresAt: '2026-06-14T06:10:00Z' });
    }),
  );
  const user = await focusOnMount();
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
    http.post(apiUrl('/api/auth/unaffiliated/export-account'), async ({ request }) => {
      expect(await request.json()).toEqual(shown);
      return HttpResponse.text(bodies.shift() ?? '');
    }),
  );
  const user = await focusOnMount();
  const take = part('Your data');
  await user.click(take.getByRole('button', { name: 'Download my data' }));
  expect(await take.findByRole('alert')).toHaveTextContent('Couldn’t create the file. Try again.');
  expect(save).not.toHaveBeenCalled();
  await user.click(take.getByRole('button', { name: 'Download my data' }));
  expect(await take.findByText('Your data has been downloaded.')).toBeVisible();
  expect(save).toHaveBeenCalledOnce();
});

it('deletes the account after asking once more, each time with a code where MFA is on', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(apiUrl('/api/auth/unaffiliated/delete-account'), async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? failure(401, 'This code is not right.', 'wrong_otp')
        : success({ done: true });
    }),
  );
  const user = await focusOnMount({ twoSteps: true });
  const end = part('Delete your account');
  await user.click(end.getByRole('button', { name: 'Delete my account' }));
  expect(sent).toEqual([]);
  await user.type(end.getByLabelText('Code'), '111111');
  await user.click(end.getByRole('button', { name: 'Delete my account permanently' }));
  expect(await end.findByRole('alert')).toHaveTextContent('This code is not right.');
  await user.clear(end.getByLabelText('Code'));
  await user.type(end.getByLabelText('Code'), '222222');
  await user.click(end.getByRole('button', { name: 'Delete my account permanently' }));
  expect(await screen.findByText('Your account has been deleted.')).toBeVisible();
  expect(sent).toEqual([
    { ...shown, otp: '111111' },
    { ...shown, otp: '222222' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});
