/** The account page: profile, organization, permissions, appearance, and signing out. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const ACCOUNT = apiUrl('/api/account');
const panel = (name: string) => screen.findByRole('region', { name });
const rows = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('who one is', () => {
  it('shows the email and the editable name', async () => {
    const patched: unknown[] = [];
    server.use(
      http.patch(ACCOUNT, async ({ request }) => {
        patched.push(await request.json());
        return success({ ...account, name: 'Ada B. Larsen' });
      }),
    );
    const { user } = await renderApp('/account');
    const profile = await panel('Profile');
    expect(await within(profile).findByText('ada@prairie.example')).toBeVisible();
    const name = within(profile).getByLabelText('Name');
    expect(name).toHaveValue('Ada Larsen');
    await user.clear(name);
    await user.type(name, '  Ada B. Larsen {Enter}');
    expect(await within(profile).findByText('Name saved.')).toBeVisible();
    expect(patched).toEqual([{ name: 'Ada B. Larsen' }]);
  });

  it('keeps what was typed when the server refuses it, and says why', async () => {
    server.use(http.patch(ACCOUNT, () => failure(422, 'The name is too long.')));
    const { user } = await renderApp('/account');
    const name = await screen.findByLabelText('Name');
    await user.type(name, 'x');
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByText('The name is too long.')).toBeVisible();
    expect(name).toHaveValue('Ada Larsenx');
  });
});

describe('where one works', () => {
  it('shows farm name, role as text and time zone with its time', async () => {
    await renderApp('/account');
    const organization = await panel('Organization');
    expect(await within(organization).findByText('Prairie Seed & Supply')).toBeVisible();
    expect(organization).toHaveTextContent('Owner: full access, including other owners');
    expect(organization).toHaveTextContent(/America\/Chicago, now \d{1,2}:\d{2} [AP]M\./);
    expect(within(organization).queryByText('Sample data')).not.toBeInTheDocument();
  });

  it('marks the demo, and renders with an unknown time zone', async () => {
    const odd = {
      ...account,
      sample: true,
      timeZone: 'Mars/Olympus',
    };
    server.use(http.get(ACCOUNT, () => success(odd)));
    await renderApp('/account');
    const organization = await panel('Organization');
    expect(await within(organization).findByText('Sample data')).toBeVisible();
    expect(organization).toHaveTextContent('Mars/Olympus. Reports use it');
  });
});

describe('what one may do', () => {
  it('is shown in plain English, allowed first', async () => {
    const permissions = ['sync.run', 'inventory.read'];
    server.use(http.get(ACCOUNT, () => success({ ...account, permissions })));
    await renderApp('/account');
    expect(rows(await screen.findByRole('list', { name: 'Allowed' }))).toEqual([
      'View stock and recommendations',
      'Start syncs',
    ]);
    expect(rows(screen.getByRole('list', { name: 'Not allowed' }))).toEqual([
      'View sales',
      'View purchases and costs',
      'Create draft orders',
      'Edit ordering costs',
      'View customers and predictions',
      'Record the outcomes of calls',
      'Create alert rules and report schedules',
      'View market data',
      'Ask Sprout AI',
      'Review feedback on answers',
      'Generate reports',
      'View syncs and rejected rows',
      'Manage data sources',
      'Edit organization settings',
      'Export all data',
      'Delete organization',
      'View members',
      'Manage members and invitations',
      'View audit log',
      'Manage API keys',
      'Manage webhooks',
      'Share views with people outside',
      'Send orders to suppliers',
      'Set approval limits',
    ]);
  });
});

describe('how it looks', () => {
  it('is light, dark or as the system has it, and stays chosen', async () => {
    const { user } = await renderApp('/account');
    const choices = within(await screen.findByRole('group', { name: 'Color scheme' }));
    expect(choices.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(choices.getByRole('button', { name: 'Dark' }));
    expect(choices.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
    expect(choices.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem('sprout-scheme')).toBe('dark');
    expect(screen.getByRole('button', { name: /^Color scheme: dark/ })).toBeVisible();
  });
});

describe('without an account to show', () => {
  it('holds the place of each panel', async () => {
    server.use(http.get(ACCOUNT, () => createDeferred().promise.then(() => success(account))));
    await renderApp('/account');
    for (const name of ['Profile', 'Organization', 'Your permissions']) {
      expect(await screen.findByRole('status', { name: `${name} is loading` })).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
  });

  it('says why, tries again, and leaves appearance and sign-out usable', async () => {
    server.use(http.get(ACCOUNT, () => failure(500, 'The database is away.')));
    const { user } = await renderApp('/account');
    const profile = await panel('Profile');
    expect(await within(profile).findByText('The database is away.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Light' })).toBeEnabled();
    server.resetHandlers();
    await user.click(within(profile).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('ada@prairie.example')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('leaving', () => {
  it('ends the session', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    server.use(http.post(apiUrl('/api/auth/logout'), () => success({ done: true })));
    const { user } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });
});
