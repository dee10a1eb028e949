/** Members without required MFA must set it up on every page, and then continue to that page. */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const TITLE = 'Set up MFA';
const refusal = () => failure(403, 'Set it up on your account page first.', 'mfa_required');

/** A server that requires MFA, and its view of the session. */
function waiting() {
  const standing = { on: false };
  const refused = () => (standing.on ? undefined : refusal());
  server.use(
    http.get(apiUrl('/api/account'), () =>
      success(standing.on ? account : { ...account, permissions: [], mfaSetupRequired: true }),
    ),
    http.get(apiUrl('/api/purchasing/*'), refused),
    http.get(apiUrl('/api/analytics/*'), refused),
    http.get(apiUrl('/api/members'), refused),
    http.get(apiUrl('/api/account/mfa'), () => success({ enabled: standing.on })),
    http.post(apiUrl('/api/account/mfa'), () =>
      success({
        secret: 'GEZDGNBVGY3TQOJQ',
        otpauthUri: 'otpauth://totp/Sprout:ada?secret=GEZDGNBVGY3TQOJQ',
      }),
    ),
    http.post(apiUrl('/api/account/mfa/confirm'), () => {
      standing.on = true;
      return success({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] });
    }),
  );
  return standing;
}

it.each(['/', '/organization'])('leads to it on %s, with the ways out', async (address) => {
  waiting();
  await renderApp(address);
  expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  expect(
    screen.getByText('Prairie Seed & Supply requires multi-factor authentication (MFA) for all members.'),
  ).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Switch to Prairie West' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

it('shows the recovery codes for as long as they are read, and then the page that was asked for', async () => {
  waiting();
  const { user, cache } = await renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Set up MFA' }));
  await user.type(await screen.findByLabelText('Your password'), 'four bags of seed');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on MFA' }));
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  // As when the window regains focus.
  await cache.refetchQueries({ queryKey: ['/api/account/mfa'] });
  expect(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard'), {
    timeout: 4_000,
  });
  expect(screen.queryByText(TITLE)).toBeNull();
});

it('continues by itself where it was set up elsewhere', async () => {
  const standing = waiting();
  const { cache } = await renderApp('/');
  await screen.findByRole('heading', { level: 1, name: TITLE });
  standing.on = true;
  await cache.refetchQueries({ queryKey: ['/api/account/mfa'] });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard'), {
    timeout: 4_000,
  });
});

it('leaves the account page to those who wait', async () => {
  waiting();
  await renderApp('/account');
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Set up MFA' })).toBeVisible();
});

it('asks for it of operators on their page alone', async () => {
  server.use(
    http.get(apiUrl('/api/account'), () => success({ ...account, operator: true })),
    http.get(apiUrl('/api/admin/*'), () => failure(403, 'Set it up first.', 'operator_mfa_required')),
  );
  await renderApp('/operator');
  expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  expect(
    screen.getByText('This server requires multi-factor authentication (MFA) for operators.'),
  ).toBeVisible();
});
