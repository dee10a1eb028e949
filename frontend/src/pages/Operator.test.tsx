/** The operator page: operators only, every state of each tab, and actions that require a reason. */
import type { Schemas } from '@sprout/client';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const tenant: Schemas['Tenant'] = {
  id: '0190-org',
  slug: 'prairie',
  name: 'Prairie Seed & Supply',
  createdAt: '2026-06-01T08:00:00Z',
  sample: false,
  health: 'ok',
  usage: { people: 9, rows: 120_000, questions: 40 },
  limits: { people: 10, questions: 40 },
  lastSync: {
    id: '0190-run',
    state: 'succeeded',
    startedAt: '2026-06-16T06:00:00Z',
    finishedAt: '2026-06-16T06:01:00Z',
  },
};

const detail: Schemas['TenantDetail'] = {
  tenant,
  timeZone: 'America/Chicago',
  source: { kind: 'postgres', configuredAt: '2026-06-02T08:00:00Z' },
  runs: tenant.lastSync ? [tenant.lastSync] : [],
};

function asOperator(items: Schemas['Tenant'][] = [tenant]) {
  server.use(
    http.get(apiUrl('/api/account'), () => success({ ...account, operator: true })),
    http.get(apiUrl('/api/admin/tenants'), () => success({ items })),
    http.get(apiUrl('/api/admin/tenants/:id'), () => success(detail)),
  );
}

describe('who may see it', () => {
  it('tells everybody else whom it is for, and offers them no way there', async () => {
    const { user } = await renderApp('/operator');
    expect(await screen.findByText(/need operator access/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    expect(await screen.findByRole('menuitem', { name: 'Organization' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Operator' })).toBeNull();
  });

  it('is in the account menu of operators', async () => {
    asOperator();
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    expect(await screen.findByRole('menuitem', { name: 'Operator' })).toHaveAttribute('href', '/operator');
  });
});

describe('organizations', () => {
  it('show what they use of what they may hold', async () => {
    asOperator();
    const { user } = await renderApp('/operator');
    const row = await screen.findByRole('row', { name: /Prairie Seed & Supply/ });
    expect(within(row).getByText('Up to date')).toBeVisible();
    expect(within(row).getByText('9 of 10')).toBeVisible();
    expect(within(row).getByText('120,000')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: /Prairie Seed & Supply/ }));
    expect(await screen.findByText('40 of 40: limit reached')).toBeVisible();
    expect(screen.getByText('120,000, no limit')).toBeVisible();
    expect(await screen.findByText('postgres')).toBeVisible();
  });

  it('are degraded if rows were rejected', async () => {
    asOperator();
    server.use(
      http.get(apiUrl('/api/admin/tenants'), () => success({ items: [{ ...tenant, health: 'degraded' }] })),
    );
    await renderApp('/operator');
    const row = await screen.findByRole('row', { name: /Prairie Seed & Supply/ });
    expect(within(row).getByText('Degraded: rows rejected')).toBeVisible();
  });

  it('are suspended with a reason, and say why where that is refused', async () => {
    asOperator();
    const sent: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/admin/tenants/0190-org/suspend'), async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? failure(503, 'The database is busy.', 'database_busy')
          : success({ ...tenant, health: 'suspended' });
      }),
    );
    const { user } = await renderApp('/operator');
    await user.click(await screen.findByRole('button', { name: /Prairie Seed & Supply/ }));
    await user.click(screen.getByRole('button', { name: 'Suspend organization' }));
    const dialog = await screen.findByRole('dialog', { name: 'Suspend organization: Prairie Seed & Supply' });
    await user.type(within(dialog).getByLabelText('Reason (shown to members)'), 'Unpaid.');
    await user.click(within(dialog).getByRole('button', { name: 'Suspend organization' }));
    expect(await within(dialog).findByText('The database is busy.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Suspend organization' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ reason: 'Unpaid.' }, { reason: 'Unpaid.' }]);
  });

  it('get limits, of which an empty one is none', async () => {
    asOperator();
    const sent: unknown[] = [];
    server.use(
      http.put(apiUrl('/api/admin/tenants/0190-org/limits'), async ({ request }) => {
        sent.push(await request.json());
        return success(tenant);
      }),
    );
    const { user } = await renderApp('/operator');
    await user.click(await screen.findByRole('button', { name: /Prairie Seed & Supply/ }));
    await user.click(screen.getByRole('button', { name: 'Set limits' }));
    const dialog = await screen.findByRole('dialog', { name: 'Limits: Prairie Seed & Supply' });
    expect(within(dialog).getByLabelText('People')).toHaveValue(10);
    await user.clear(within(dialog).getByLabelText('People'));
    await user.type(within(dialog).getByLabelText('Rows in source tables'), '500000');
    await user.type(
      within(dialog).getByLabelText('Reason (for the organization’s audit log)'),
      'As ordered.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Set limits' }));
    await waitFor(() => expect(sent).toEqual([{ rows: 500_000, questions: 40, reason: 'As ordered.' }]));
  });

  it('that are suspended say since when and why, and are let work again', async () => {
    asOperator([
      { ...tenant, health: 'suspended', suspension: { since: '2026-06-16T08:00:00Z', reason: 'Unpaid.' } },
    ]);
    const { user } = await renderApp('/operator');
    await user.click(await screen.findByRole('button', { name: /Prairie Seed & Supply/ }));
    expect(await screen.findByText(/^Suspended since .*: Unpaid\.$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reactivate organization' })).toBeVisible();
  });

  it('are found by name, and an empty find says so', async () => {
    asOperator([]);
    await renderApp('/operator?q=nowhere');
    expect(await screen.findByText('No organizations match “nowhere”.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show all organizations' })).toBeVisible();
  });

  it('that do not load say so in the server message', async () => {
    asOperator();
    server.use(
      http.get(apiUrl('/api/admin/tenants'), () => failure(503, 'The database is busy.', 'database_busy')),
    );
    await renderApp('/operator');
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is busy.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('the outbox', () => {
  const email: Schemas['OperatorEmail'] = {
    id: '0190-email',
    kind: 'invitation',
    toAddress: 'bo@field.example',
    toName: 'bo@field.example',
    subject: 'Ada Larsen invites you',
    state: 'pending',
    createdAt: '2026-06-16T08:00:00Z',
    expiresAt: '2026-06-19T08:00:00Z',
    attempts: 0,
  };

  it('opens an email only when someone asks for it', async () => {
    asOperator();
    let read = 0;
    server.use(
      http.get(apiUrl('/api/admin/emails'), () => success({ items: [email], emailEnabled: false })),
      http.get(apiUrl('/api/admin/emails/0190-email'), () => {
        read += 1;
        return success({ email, body: 'Open http://sprout.test/invitation#token=abc' });
      }),
    );
    const { user } = await renderApp('/operator?tab=outbox');
    await user.click(await screen.findByRole('button', { name: /bo@field.example/ }));
    expect(read).toBe(0);
    await user.click(screen.getByRole('button', { name: 'View email' }));
    expect(await screen.findByText(/#token=abc/)).toBeVisible();
    expect(read).toBe(1);
  });

  it('hides the view button where a mail server is set up', async () => {
    asOperator();
    server.use(http.get(apiUrl('/api/admin/emails'), () => success({ items: [email], emailEnabled: true })));
    const { user } = await renderApp('/operator?tab=outbox');
    await user.click(await screen.findByRole('button', { name: /bo@field.example/ }));
    expect(await screen.findByText('Ada Larsen invites you')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'View email' })).toBeNull();
  });
});
