/** Forgotten passwords, email links, and sign-in with MFA. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

// Preload lazy parts, so that loading time does not affect these tests.
beforeAll(async () => {
  await Promise.all([
    import('@/features/accounts/EnrollMfa'),
    import('@/features/accounts/DisableMfaForm'),
    import('@/features/accounts/UnverifiedEmail'),
  ]);
});

const EMAIL_SENT = 'If this address has an account, we have sent an email to it.';
const refusal = (code: string, path: string, message: string) =>
  HttpResponse.json(
    { success: false, message, code, requestId: 'request-1', details: [{ path, message }] },
    { status: 422 },
  );

describe('a forgotten password', () => {
  it('is asked for by address, and the server message are shown', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/auth/password-reset'), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ success: true, data: { message: EMAIL_SENT } }, { status: 202 });
      }),
    );
    const { user } = await renderApp('/forgot-password', { token: null });
    await user.type(await screen.findByLabelText('Email'), ' ada@prairie.example ');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(EMAIL_SENT)).toBeVisible();
    expect(sent).toEqual([{ email: 'ada@prairie.example' }]);
    expect(screen.getByRole('button', { name: 'Resend link' })).toBeEnabled();
  });

  it('shows the rate limit message', async () => {
    const words = 'Too many attempts were made. Please try again in 30 seconds.';
    server.use(http.post(apiUrl('/api/auth/password-reset'), () => failure(429, words, 'too_many_attempts')));
    const { user } = await renderApp('/forgot-password', { token: null });
    await user.type(await screen.findByLabelText('Email'), 'ada@prairie.example');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(words)).toBeVisible();
  });
});

describe('the link to a new password', () => {
  const RESET = apiUrl('/api/auth/password-reset/confirm');

  it('sends its token with the new password', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(RESET, async ({ request }) => {
        sent.push(await request.json());
        return success({ message: 'Your new password is set.' });
      }),
    );
    const { user } = await renderApp('/reset-password#token=T0K-EN_', { token: null });
    await user.type(await screen.findByLabelText('New password'), 'five bags of seed');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText('Your new password is set.')).toBeVisible();
    expect(sent).toEqual([{ token: 'T0K-EN_', password: 'five bags of seed' }]);
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
  });

  it('shows the password error at its field', async () => {
    server.use(http.post(RESET, () => refusal('invalid_values', 'password', 'This password is common.')));
    const { user } = await renderApp('/reset-password#token=T', { token: null });
    await user.type(await screen.findByLabelText('New password'), 'password1');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText('This password is common.')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('This password is common.');
  });

  it('leads to another one where it is not valid, and where a part of it is missing', async () => {
    server.use(http.post(RESET, () => refusal('invalid_link', 'token', 'This link was used already.')));
    const { user } = await renderApp('/reset-password#token=T', { token: null });
    await user.type(await screen.findByLabelText('New password'), 'five bags of seed');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText('This link was used already.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('does not ask for a password without a token', async () => {
    await renderApp('/reset-password', { token: null });
    expect(await screen.findByText(/The link is incomplete/)).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('the link that confirms an address', () => {
  it('does so by a press', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/auth/verify-email'), async ({ request }) => {
        sent.push(await request.json());
        return success({ message: 'ada@prairie.example is verified.' });
      }),
    );
    const { user } = await renderApp('/verify-email#token=T', { token: null });
    const button = await screen.findByRole('button', { name: 'Confirm email address' });
    expect(sent).toEqual([]);
    await user.click(button);
    expect(await screen.findByText(/is verified/)).toBeVisible();
    expect(sent).toEqual([{ token: 'T' }]);
  });

  it('is sent again from the account page of someone who has not used it', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success({ ...account, emailVerified: false })),
      http.post(apiUrl('/api/account/email-verification'), () =>
        success({ message: 'We have sent an email.' }),
      ),
    );
    const { user } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText('We have sent an email.')).toBeVisible();
  });
});

describe('MFA', () => {
  it('asks for the code after the password, with what was typed kept', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/auth/login'), async ({ request }) => {
        const body = (await request.json()) as { otp?: string };
        sent.push(body);
        if (body.otp === undefined) return failure(401, 'Give the code of your app.', 'otp_required');
        return failure(401, 'This code is not right.', 'wrong_otp');
      }),
    );
    const { user } = await renderApp('/sign-in', { token: null });
    await user.type(await screen.findByLabelText('Email'), 'ada@prairie.example');
    await user.type(screen.getByLabelText('Password'), 'four bags of seed');
    expect(screen.queryByLabelText('Code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Give the code of your app.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await user.keyboard('123456{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    const typed = { email: 'ada@prairie.example', password: 'four bags of seed' };
    expect(sent).toEqual([typed, { ...typed, otp: '123456' }]);
    expect(screen.getByLabelText('Code')).toHaveValue('123456');
  });

  it('asks for the code of someone who registers again, with what was typed kept', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/auth/register'), async ({ request }) => {
        const { otp } = (await request.json()) as { otp?: string };
        sent.push(otp);
        if (otp === undefined) return failure(401, 'Give the code of your app.', 'otp_required');
        return otp === '123456'
          ? success({ token: 'token-3' })
          : failure(401, 'This code is not right.', 'wrong_otp');
      }),
    );
    const { user } = await renderApp('/register', { token: null });
    await user.type(await screen.findByLabelText('Organization'), 'Prairie West');
    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada@prairie.example');
    await user.type(screen.getByLabelText('Password'), 'four bags of seed');
    expect(screen.queryByLabelText('Code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Give the code of your app.')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    expect(screen.getByLabelText('Organization')).toHaveValue('Prairie West');
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(sent).toEqual([undefined, '000000', '123456']);
  });

  it('is set up with a QR code, the key and recovery codes that are shown once', async () => {
    let on = false;
    server.use(
      http.get(apiUrl('/api/account/mfa'), () =>
        success(
          on
            ? { enabled: on, enabledAt: '2026-06-16T15:00:00Z', remainingRecoveryCodes: 10 }
            : { enabled: on },
        ),
      ),
      http.post(apiUrl('/api/account/mfa'), () =>
        success({
          secret: 'GEZDGNBVGY3TQOJQ',
          otpauthUri: 'otpauth://totp/Sprout:ada?secret=GEZDGNBVGY3TQOJQ',
        }),
      ),
      http.post(apiUrl('/api/account/mfa/confirm'), () => {
        on = true;
        return success({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] });
      }),
    );
    const { user } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: 'Set up MFA' }));
    await user.type(await screen.findByLabelText('Your password'), 'four bags of seed');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on MFA' }));
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    expect(await screen.findByText(/10 recovery codes left/)).toBeVisible();
    expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull();
  });

  it('is turned off with the password and a code, and shows errors at their field', async () => {
    let on = true;
    server.use(
      http.get(apiUrl('/api/account/mfa'), () =>
        success(
          on
            ? { enabled: on, enabledAt: '2026-06-16T15:00:00Z', remainingRecoveryCodes: 1 }
            : { enabled: on },
        ),
      ),
      http.delete(apiUrl('/api/account/mfa'), async ({ request }) => {
        const { otp } = (await request.json()) as { otp: string };
        if (otp !== '654321') return refusal('wrong_otp', 'otp', 'This code is not right.');
        on = false;
        return success({ done: true });
      }),
    );
    const { user } = await renderApp('/account');
    expect(await screen.findByText(/1 recovery code left/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Turn off MFA' }));
    await user.type(await screen.findByLabelText('Your password'), 'four bags of seed');
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn off MFA' }));
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '654321');
    await user.click(screen.getByRole('button', { name: 'Turn off MFA' }));
    expect(await screen.findByRole('button', { name: 'Set up MFA' })).toBeVisible();
  });

  it('says why it is not known its status, and retries', async () => {
    server.use(
      http.get(apiUrl('/api/account/mfa'), () => failure(503, 'The database is away.'), { once: true }),
    );
    const { user } = await renderApp('/account');
    expect(await screen.findByText('The database is away.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Set up MFA' })).toBeVisible();
  });
});
