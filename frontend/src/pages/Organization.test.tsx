/** The organization page: tabs have URLs, and nothing is offered that a role may not do. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, members, server, success } from '@/test/server';

const manager = {
  ...account,
  permissions: [...account.permissions, 'members.read', 'members.manage', 'organization.manage'],
};

describe('members', () => {
  it('are shown to everybody, and offered for change to managers alone', async () => {
    await renderApp('/organization');
    const panel = await screen.findByRole('region', { name: 'Members' });
    expect(await within(panel).findByText('Bo Field')).toBeVisible();
    expect(within(panel).queryByRole('button', { name: /Change/ })).toBeNull();
    expect(within(panel).queryByText('Multi-factor authentication (MFA)')).toBeNull();
  });

  it('are shown to managers with who has no MFA', async () => {
    const [ada, bo] = members.items.map((member, index) => ({ ...member, mfaEnabled: index === 0 }));
    server.use(
      http.get(apiUrl('/api/account'), () => success(manager)),
      http.get(apiUrl('/api/members'), () => success({ items: [ada, bo] })),
    );
    await renderApp('/organization');
    const table = await screen.findByRole('table', { name: 'Members' });
    expect(within(table).getByRole('columnheader', { name: 'MFA' })).toBeVisible();
    const row = (name: RegExp) => within(within(table).getByRole('row', { name }));
    expect(row(/Ada Larsen/).getByText('On')).toBeVisible();
    expect(row(/Bo Field/).getByText('Not set up')).toBeVisible();
  });

  it('get another role, which is refetched everywhere', async () => {
    const given: unknown[] = [];
    server.use(
      http.get(apiUrl('/api/account'), () => success(manager)),
      http.patch(apiUrl('/api/members/0191-person'), async ({ request }) => {
        given.push(await request.json());
        return success({
          id: '0191-person',
          name: 'Bo Field',
          role: 'admin',
          isCurrentUser: false,
          joinedAt: '2026-06-01T08:00:00Z',
        });
      }),
    );
    const { user } = await renderApp('/organization');
    await user.click(await screen.findByRole('button', { name: /Bo Field/ }));
    await user.selectOptions(await screen.findByLabelText('Role of Bo Field'), 'admin');
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByText('Bo Field is Admin now.')).toBeVisible();
    expect(given).toEqual([{ role: 'admin' }]);
  });

  it('are signed out, and it is shown of how many sessions', async () => {
    const ended: string[] = [];
    server.use(
      http.get(apiUrl('/api/account'), () => success(manager)),
      http.post(apiUrl('/api/members/:id/revoke-sessions'), ({ params }) => {
        ended.push(String(params.id));
        return success({ revokedSessions: 2 });
      }),
    );
    const { user } = await renderApp('/organization');
    await user.click(await screen.findByRole('button', { name: /Bo Field/ }));
    await user.click(await screen.findByRole('button', { name: 'End sessions' }));
    expect(await screen.findByText(/^Bo Field was signed out of 2 sessions/)).toBeVisible();
    expect(ended).toEqual(['0191-person']);
  });

  it('are removed only after asking once more', async () => {
    const removed: string[] = [];
    server.use(
      http.get(apiUrl('/api/account'), () => success(manager)),
      http.delete(apiUrl('/api/members/:id'), ({ params }) => {
        removed.push(String(params.id));
        return success({ done: true });
      }),
    );
    const { user } = await renderApp('/organization');
    await user.click(await screen.findByRole('button', { name: /Bo Field/ }));
    await user.click(await screen.findByRole('button', { name: 'Remove member' }));
    expect(removed).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove Bo Field' }));
    await waitFor(() => expect(removed).toEqual(['0191-person']));
  });

  it('do not leave as the last owner, and read why', async () => {
    server.use(
      http.delete(apiUrl('/api/members/0190-person'), () =>
        failure(409, 'This is the organization’s only owner.', 'last_owner'),
      ),
    );
    const { user } = await renderApp('/organization');
    await user.click(await screen.findByRole('button', { name: 'Leave organization' }));
    await user.click(screen.getByRole('button', { name: /^Leave Prairie/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is the organization’s only owner.');
    expect(localStorage.getItem('token')).toBe('token-1');
  });
});

describe('tabs', () => {
  it('open by their address, and the first one by any other', async () => {
    await renderApp('/organization?tab=yours');
    expect(await screen.findByRole('region', { name: 'Your organizations' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Your organizations' })).toHaveAttribute('aria-current', 'page');
  });

  it('save what the organization is called and how it counts', async () => {
    const changed: unknown[] = [];
    server.use(
      http.get(apiUrl('/api/account'), () => success(manager)),
      http.patch(apiUrl('/api/organizations/0190-org'), async ({ request }) => {
        changed.push(await request.json());
        return success({});
      }),
    );
    const { user } = await renderApp('/organization?tab=settings');
    await user.type(await screen.findByLabelText('Currency'), 'eur');
    await user.selectOptions(screen.getByLabelText('Time zone'), 'America/Denver');
    await user.selectOptions(screen.getByLabelText('First day of the week'), 'Sunday');
    await user.selectOptions(screen.getByLabelText('First month of the fiscal year'), 'July');
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Settings saved.')).toBeVisible();
    expect(changed).toEqual([
      {
        name: 'Prairie Seed & Supply',
        currency: 'EUR',
        timeZone: 'America/Denver',
        weekStart: 'sunday',
        fiscalYearStart: 7,
      },
    ]);
  });
});

describe('approval limits', () => {
  const LIMITS = apiUrl('/api/purchasing/approval-limits');
  const readers = { ...account, permissions: [...account.permissions, 'purchasing.read'] };
  const owner = { ...readers, permissions: [...readers.permissions, 'approvals.manage'] };
  const panel = async () => within(await screen.findByRole('region', { name: 'Approval limits' }));

  it('are set by owners, and removed where the field is blank', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get(apiUrl('/api/account'), () => success(owner)),
      http.get(LIMITS, () => success({ currency: 'USD', adminLimit: 50_000, memberLimit: 5_000 })),
      http.put(LIMITS, async ({ request }) => {
        sent.push(await request.json());
        return success({
          currency: 'USD',
          memberLimit: 7_500.5,
          updatedBy: 'Ada Larsen',
          updatedAt: '2026-06-16T08:00:00Z',
        });
      }),
    );
    const { user } = await renderApp('/organization?tab=settings');
    const limits = await panel();
    const members = await limits.findByLabelText('Limit for members (USD)');
    expect(members).toHaveValue(5_000);
    await user.clear(members);
    await user.type(members, '7500.5');
    await user.clear(limits.getByLabelText('Limit for admins (USD)'));
    await user.click(limits.getByRole('button', { name: 'Save limits' }));
    expect(await limits.findByText(/^Changed .* by Ada Larsen$/)).toBeVisible();
    expect(sent).toEqual([{ memberLimit: 7_500.5 }]);
    expect(limits.getByLabelText('Limit for members (USD)')).toHaveValue(7_500.5);
  });

  it('show an error at its field', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success(owner)),
      http.put(LIMITS, () =>
        HttpResponse.json(
          {
            success: false,
            message: 'Some values are not valid.',
            code: 'invalid_values',
            requestId: 'r',
            details: [
              { path: 'memberLimit', message: 'Enter a limit for members too, because admins have one.' },
            ],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = await renderApp('/organization?tab=settings');
    const limits = await panel();
    await user.type(await limits.findByLabelText('Limit for admins (USD)'), '10');
    await user.click(limits.getByRole('button', { name: 'Save limits' }));
    expect(await limits.findByText('Enter a limit for members too, because admins have one.')).toBeVisible();
  });

  it('are shown to others', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success(readers)),
      http.get(LIMITS, () => success({ currency: 'USD', memberLimit: 5_000, ownLimit: 5_000 })),
    );
    await renderApp('/organization?tab=settings');
    const limits = await panel();
    expect(await limits.findByText('$5,000.00')).toBeVisible();
    expect(limits.getAllByText('No limit')).toHaveLength(2);
    expect(limits.getByText('Only owners can change these limits.')).toBeVisible();
    expect(limits.queryByRole('button', { name: 'Save limits' })).not.toBeInTheDocument();
  });
});

describe('the account menu', () => {
  it('offers the other organizations', async () => {
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    expect(await screen.findByRole('menuitem', { name: 'Switch to Prairie West' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'New organization' })).toHaveAttribute(
      'href',
      '/organization?tab=yours',
    );
  });
});

describe('MFA of members', () => {
  const asked = (demand: { required: boolean; membersWithoutMfa: number }, refused?: string) => {
    const said: unknown[] = [];
    server.use(
      http.get(apiUrl('/api/account'), () => success(manager)),
      http.get(apiUrl('/api/organizations/:id/mfa-policy'), () => success({ members: 2, ...demand })),
      http.put(apiUrl('/api/organizations/:id/mfa-policy'), async ({ request }) => {
        said.push(await request.json());
        if (refused !== undefined) return failure(409, refused, 'own_mfa_required');
        demand.required = (said.at(-1) as { required: boolean }).required;
        return success({ members: 2, ...demand });
      }),
    );
    return said;
  };
  const opened = async () => {
    const { user } = await renderApp('/organization');
    return { user, button: await screen.findByRole('switch', { name: 'Require for all members' }) };
  };

  it('is asked for after saying who would be shut out', async () => {
    const sent = asked({ required: false, membersWithoutMfa: 1 });
    const { user, button } = await opened();
    expect(screen.getByText('1 of 2 members has not set up MFA yet.')).toBeVisible();
    await user.click(button);
    expect(await screen.findByText(/lose access right away/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(button).not.toBeChecked();
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Require MFA' }));
    await waitFor(() => expect(button).toBeChecked());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Require MFA' })).toBeNull());
    await user.click(button);
    await waitFor(() => expect(button).not.toBeChecked());
    expect(sent).toEqual([{ required: true }, { required: false }]);
  });

  it('is asked for at once where everybody has it', async () => {
    const sent = asked({ required: false, membersWithoutMfa: 0 });
    const { user, button } = await opened();
    expect(screen.getByText('All 2 members have set up MFA.')).toBeVisible();
    await user.click(button);
    await waitFor(() => expect(button).toBeChecked());
    expect(sent).toEqual([{ required: true }]);
  });

  it('says why it was refused', async () => {
    asked({ required: false, membersWithoutMfa: 2 }, 'Set up your own first.');
    const { user, button } = await opened();
    expect(screen.getByText('2 of 2 members have not set up MFA yet.')).toBeVisible();
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Require MFA' }));
    expect(await screen.findByText('Set up your own first.')).toBeVisible();
    expect(button).not.toBeChecked();
  });

  it('is shown to managers alone', async () => {
    await renderApp('/organization');
    await screen.findByText('Bo Field');
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
