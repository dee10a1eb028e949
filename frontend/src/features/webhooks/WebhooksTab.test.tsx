/** Webhooks: the secret is shown once, events are chosen, deliveries are sent again, and webhooks are disabled. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, server, success } from '@/test/server';

const webhook = {
  id: '0198-hook',
  name: 'ERP',
  url: 'https://erp.example/in',
  eventTypes: ['sync.finished', 'member.changed'],
  isOrdered: true,
  state: 'enabled',
  createdAt: '2026-06-16T08:00:00Z',
  createdBy: 'Ada Larsen',
};
const delivery = {
  id: '0198-delivery',
  eventType: 'sync.finished',
  state: 'failed',
  attempts: 13,
  createdAt: '2026-06-16T09:00:00Z',
  lastStatus: 500,
  lastDurationMs: 84,
  lastError: 'The endpoint responded with status 500.',
  body: '{"type":"sync.finished"}',
};
const url = (path = '') => apiUrl(`/api/webhooks${path}`);

async function openTab(items: object[]) {
  server.use(
    http.get(apiUrl('/api/account'), () =>
      success({ ...account, permissions: [...account.permissions, 'webhooks.manage'] }),
    ),
    http.get(url(), () => success({ items, max: 20 })),
    http.get(url('/0198-hook/deliveries'), () => success({ items: [delivery] })),
  );
  return renderApp('/organization?tab=webhooks');
}

describe('webhooks', () => {
  it('are created with chosen events, and show the secret once', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(url(), async ({ request }) => {
        sent.push(await request.json());
        return success({ webhook, secret: 'whsec_abc' });
      }),
    );
    const { user } = await openTab([]);
    expect(await screen.findByText('No webhooks yet. Create one below.')).toBeVisible();
    await user.type(screen.getByLabelText('Name'), ' ERP ');
    await user.type(screen.getByLabelText('URL'), 'https://erp.example/in');
    await user.click(screen.getByLabelText('A member joined, left or has another role'));
    await user.click(screen.getByLabelText(/^Send events in order/));
    await user.click(screen.getByRole('button', { name: 'Create webhook' }));
    expect(await screen.findByRole('textbox', { name: 'Signing secret of ERP' })).toHaveTextContent(
      'whsec_abc',
    );
    expect(sent).toEqual([
      {
        name: 'ERP',
        url: 'https://erp.example/in',
        eventTypes: ['sync.finished', 'member.changed'],
        isOrdered: true,
        isEnabled: true,
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('whsec_abc')).toBeNull();
  });

  it('say why the server refuses a URL', async () => {
    server.use(
      http.post(url(), () =>
        HttpResponse.json(
          {
            success: false,
            message: 'Some values are invalid.',
            code: 'invalid_values',
            requestId: 'request-1',
            details: [{ path: 'url', message: 'The webhook has an address in a private network.' }],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = await openTab([]);
    await user.type(await screen.findByLabelText('Name'), 'ERP');
    await user.type(screen.getByLabelText('URL'), 'https://10.0.0.1/');
    await user.click(screen.getByRole('button', { name: 'Create webhook' }));
    expect(await screen.findByText('The webhook has an address in a private network.')).toBeVisible();
  });

  it('send a delivery again', async () => {
    const replayed: string[] = [];
    server.use(
      http.post(url('/0198-hook/deliveries/:delivery/replay'), ({ params }) => {
        replayed.push(String(params.delivery));
        return success({ ...delivery, state: 'pending' });
      }),
    );
    const { user } = await openTab([webhook]);
    await user.click(await screen.findByRole('button', { name: /ERP/ }));
    const log = await screen.findByRole('table', { name: 'Deliveries' });
    expect(within(log).getByText('500 in 84 ms')).toBeVisible();
    await user.click(within(log).getByRole('button', { name: /A sync has finished/ }));
    expect(await screen.findByText('The endpoint responded with status 500.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(replayed).toEqual(['0198-delivery']));
  });

  it('rotate the secret after a confirmation, and are disabled', async () => {
    const changes: unknown[] = [];
    server.use(
      http.post(url('/0198-hook/rotate-secret'), () => success({ webhook, secret: 'whsec_new' })),
      http.put(url('/0198-hook'), async ({ request }) => {
        changes.push(await request.json());
        return success({ ...webhook, state: 'disabled' });
      }),
    );
    const { user } = await openTab([webhook]);
    await user.click(await screen.findByRole('button', { name: /ERP/ }));
    await user.click(await screen.findByRole('button', { name: 'Rotate secret' }));
    expect(screen.getByText('The current secret works for another 24 hours.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Rotate secret of ERP' }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toMatchObject({ name: 'ERP', isEnabled: false, isOrdered: true });
  });
});
