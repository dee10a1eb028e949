/**
 * Every alias opens its screen and matches exactly. Other addresses show the 404 page. Visitors are sent to
 * sign in.
 */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server, success } from '@/test/server';
import { notFoundRoute, findRoute, appRoutes } from './routes';

const table: Record<string, string[]> = {
  Dashboard: ['/', '/dashboard', '/Dashboard', '/index', '/Index'],
  'Customer Purchase Patterns': [
    '/purchase-patterns',
    '/customer-segmentation',
    '/PurchasePatterns',
    '/Purchase-Patterns',
    '/CustomerSegmentation',
    '/Customer-Segmentation',
  ],
  'Call list': ['/calls'],
  'Season position': ['/stock'],
  'Supply Analysis': ['/market-trends', '/MarketTrends', '/Market-Trends'],
  'Sprout AI': ['/ai-bot', '/AIBot', '/AI-Bot'],
  'About Sprout AI': ['/ai-bot-simple'],
  'Data Sync': ['/data-sync', '/DataSync', '/Data-Sync'],
  Explore: ['/explore'],
  Notifications: ['/notifications'],
  'How figures are computed': ['/methods'],
  'System check': ['/test'],
  'Account Settings': ['/account'],
  Organization: ['/organization'],
  Operator: ['/operator'],
  Invitation: ['/invitation'],
  'Sign in': ['/sign-in'],
  'Create an account': ['/register'],
  'Forgot your password?': ['/forgot-password'],
  'Choose a new password': ['/reset-password'],
  'Confirm your email address': ['/verify-email'],
  'Unsubscribe from emails': ['/unsubscribe'],
  'Shared figures': ['/shared'],
  'Purchase order': ['/acknowledge'],
};

describe('the route table', () => {
  it('holds exactly these addresses', () => {
    expect(Object.fromEntries(appRoutes.map((each) => [each.title, [...each.paths]]))).toEqual(table);
  });

  it.each(Object.entries(table).flatMap(([title, paths]) => paths.map((path) => [path, title] as const)))(
    '%s opens %s',
    (path, title) => {
      expect(findRoute(path, '#token=secret').title).toBe(title);
    },
  );

  it.each(['/shared', '/acknowledge'])('needs the token of a link for %s', (path) => {
    for (const hash of ['', '#', '#token=', '#secret']) {
      expect(findRoute(path, hash), hash).toBe(notFoundRoute);
    }
  });

  it.each([
    ['/customers/C-1', 'Customer'],
    ['/items/a%2Fb', 'Item'],
    ['/suppliers/S 1', 'Supplier'],
    ['/orders/1', 'Order'],
    ['/locations/Ames', 'Location'],
  ])('%s opens the page of a record: %s', (path, title) => {
    expect(findRoute(path).title).toBe(title);
  });

  it.each([
    ...['customers', 'items', 'suppliers', 'orders', 'locations'].flatMap((name) => [
      `/${name}`,
      `/${name}/`,
      `/${name}/a/b`,
    ]),
    '/Customers/C-1',
    '/items/%E0%A4%A',
    '/TEST',
    '/supplies',
    '/alerts',
    '/DASHBOARD',
    '/dashboard/',
    '/data-sync/x',
    '/ai-bot/',
    '/nowhere',
    '//',
  ])('%s is not found', (path) => {
    expect(findRoute(path)).toBe(notFoundRoute);
  });
});

describe('pages', () => {
  it.each(
    Object.entries(table)
      .filter(
        ([title]) => !['Sign in', 'Create an account', 'Shared figures', 'Purchase order'].includes(title),
      )
      .map(([title, paths]) => [paths.at(-1) ?? '', title] as const),
  )('%s shows the heading %s', async (path, title) => {
    await renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(document.title).toBe(`${title} · Sprout`);
  });

  it('shows the 404 page with links out and logs the missing path', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderApp('/supplies', { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
    await waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('/supplies')));
  });
});

describe('visitors', () => {
  it.each(['/', '/purchase-patterns', '/market-trends', '/ai-bot'])('see the demo at %s', async (path) => {
    await renderApp(path, { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: findRoute(path).title })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it.each(['/data-sync', '/ai-bot?conversation=0190-talk', '/account'])('sign in before %s', async (path) => {
    await renderApp(path, { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });

  it('sign in everywhere when there is no demo', async () => {
    server.use(
      http.get(apiUrl('/health/ready'), () => success({ demo: false, signUp: 'open', version: '0.1.0' })),
    );
    await renderApp('/market-trends', { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'view the demo' })).not.toBeInTheDocument();
  });

  it('come back to the page they wanted after signing in', async () => {
    let body: unknown;
    server.use(
      http.post(apiUrl('/api/auth/login'), async ({ request }) => {
        body = await request.json();
        return success({ token: 'token-2' });
      }),
    );
    const { user } = await renderApp('/DataSync', { token: null });
    await user.type(await screen.findByLabelText('Email'), 'ada@prairie.example');
    await user.type(screen.getByLabelText('Password'), 'a long pass phrase');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Sync' })).toBeVisible();
    expect(localStorage.getItem('token')).toBe('token-2');
    expect(body).toEqual({ email: 'ada@prairie.example', password: 'a long pass phrase' });
  });

  it('read why signing in did not work, and keep what they typed', async () => {
    server.use(http.post(apiUrl('/api/auth/login'), () => failure(401, 'The password is not right.')));
    const { user } = await renderApp('/sign-in', { token: null });
    await user.type(await screen.findByLabelText('Email'), 'ada@prairie.example');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The password is not right.');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@prairie.example');
  });

  it('register with the browser’s time zone', async () => {
    let body: unknown;
    server.use(
      http.post(apiUrl('/api/auth/register'), async ({ request }) => {
        body = await request.json();
        return success({ token: 'token-3' });
      }),
    );
    const { user } = await renderApp('/register', { token: null });
    await user.type(await screen.findByLabelText('Organization'), 'Prairie');
    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada@prairie.example');
    await user.type(screen.getByLabelText('Password'), 'a long pass phrase');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(body).toEqual({
      organization: 'Prairie',
      name: 'Ada',
      email: 'ada@prairie.example',
      password: 'a long pass phrase',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});

describe('a server that accepts no registrations', () => {
  it.each([
    ['invite', /Ask a member of your organization to invite you/],
    ['closed', /accepts no new accounts/],
  ])('%s: says who to ask and has no form', async (signUp, advice) => {
    server.use(http.get(apiUrl('/health/ready'), () => success({ demo: false, signUp, version: '0.1.0' })));
    await renderApp('/register', { token: null });
    expect(await screen.findByText(advice)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  });
});

describe('a session that is over', () => {
  it('leads to sign-in with the way back', async () => {
    server.use(
      http.get(apiUrl('/api/data-sync/status'), () => failure(401, 'Sign in again.')),
      http.post(apiUrl('/api/auth/refresh'), () => failure(401, 'The session is over.', 'session_ended')),
    );
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderApp('/data-sync');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });
});
