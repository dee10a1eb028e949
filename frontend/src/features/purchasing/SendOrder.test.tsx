/** Sending a draft order: what is checked before, and what the draft shows afterwards. */
import type { Schemas } from '@sprout/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { apiUrl, failure, server, success } from '@/test/server';
import { DraftCard } from './DraftCard';

const PREVIEW = apiUrl('/api/purchasing/drafts/0190-draft/email');
const SEND = apiUrl('/api/purchasing/drafts/0190-draft/send');

const draft: Schemas['DraftOrder'] = {
  id: '0190-draft',
  state: 'draft',
  supplierId: 's1',
  supplier: 'Plains Chemical',
  currency: 'USD',
  createdAt: '2026-06-14T12:00:00Z',
  createdBy: 'Ada Larsen',
  awaitsApproval: false,
  isWithinLimit: true,
  cost: 4000,
  lines: [
    {
      itemId: 'UREA',
      item: 'Urea 46-0-0',
      category: 'fertilizer',
      unit: 'bag',
      location: 'Ames',
      quantity: 200,
      recommended: 160,
      unitCost: 20,
      cost: 4000,
    },
  ],
};
const preview: Schemas['OrderEmailPreview'] = {
  emailEnabled: true,
  recipient: 'orders@plains.example',
  contactName: 'Ada Berg',
  language: 'en',
  subject: 'Purchase order 0190-draft from Prairie',
  replyTo: 'me@prairie.example',
  usualDeliveryOn: '2026-07-02',
};
const email: Schemas['OrderEmail'] = {
  state: 'acknowledged',
  recipient: 'orders@plains.example',
  sentBy: 'Ada Larsen',
  createdAt: '2026-06-14T12:00:00Z',
  finishedAt: '2026-06-14T12:00:03Z',
  requestedOn: '2026-04-20',
  expiresAt: '2026-07-14T12:00:00Z',
  acknowledgedAt: '2026-06-15T12:00:00Z',
  note: '<i>Rest</i> in June',
};

function renderCard(shown: Schemas['DraftOrder'], canSend = true) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DraftCard draft={shown} canManage canSend={canSend} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const openSheet = async (shown = draft) => {
  const user = renderCard(shown);
  await user.click(screen.getByRole('button', { name: 'Send to supplier: Plains Chemical' }));
  return user;
};

describe('sending an order', () => {
  it('shows recipient, subject, lines and total, and sends what was chosen', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(PREVIEW, () => success(preview)),
      http.post(SEND, async ({ request }) => {
        bodies.push(await request.json(), request.headers.has('idempotency-key'));
        return success({ ...draft, email: { ...email, state: 'queued' } });
      }),
    );
    const user = await openSheet();
    expect(await screen.findByText('Ada Berg <orders@plains.example>')).toBeVisible();
    expect(screen.getByText('Purchase order 0190-draft from Prairie')).toBeVisible();
    expect(screen.getByText('me@prairie.example')).toBeVisible();
    expect(screen.getByLabelText('Requested delivery')).toHaveValue('2026-07-02');
    await user.type(screen.getByLabelText('Message'), 'Early, please.');
    await user.selectOptions(screen.getByLabelText('Attached files'), 'CSV');
    await user.click(screen.getByRole('switch', { name: 'Send me a copy' }));
    expect(bodies).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Send order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies).toEqual([
      {
        recipient: 'orders@plains.example',
        attachment: 'csv',
        copyToSender: false,
        requestedOn: '2026-07-02',
        message: 'Early, please.',
      },
      true,
    ]);
  });

  it('asks for the address of a supplier that has none', async () => {
    let recipient: string | undefined;
    const bodies: unknown[] = [];
    server.use(
      http.get(PREVIEW, () => {
        const { emailEnabled, language, subject, replyTo, usualDeliveryOn } = preview;
        const rest = { emailEnabled, language, subject, replyTo, usualDeliveryOn };
        return success(recipient === undefined ? rest : { ...rest, recipient });
      }),
      http.put(apiUrl('/api/purchasing/supplier-contacts'), async ({ request }) => {
        bodies.push(await request.json());
        recipient = 'orders@plains.example';
        return success({ supplierId: 's1', email: recipient, language: 'en' });
      }),
    );
    const user = await openSheet();
    await user.type(await screen.findByLabelText('Supplier’s email address'), 'orders@plains.example');
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByRole('button', { name: 'Send order' })).toBeVisible();
    expect(bodies).toEqual([{ supplierId: 's1', email: 'orders@plains.example', language: 'en' }]);
  });

  it('says why it cannot be sent', async () => {
    server.use(http.get(PREVIEW, () => success({ ...preview, emailEnabled: false })));
    await openSheet();
    expect(await screen.findByText(/^Email isn’t set up on this server\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send order' })).toBeNull();
  });

  it('shows the refusal of the server', async () => {
    server.use(
      http.get(PREVIEW, () => success(preview)),
      http.post(SEND, () => failure(409, 'This order was already sent.', 'order_already_sent')),
    );
    const user = await openSheet();
    await user.click(await screen.findByRole('button', { name: 'Send order' }));
    expect(await screen.findByText('This order was already sent.')).toBeVisible();
  });

  it('needs the permission, and is not offered while an email is queued', () => {
    renderCard(draft, false);
    expect(screen.queryByRole('button', { name: /^Send to supplier/ })).toBeNull();
    renderCard({ ...draft, email: { ...email, state: 'queued' } });
    expect(screen.queryByRole('button', { name: /^Send to supplier/ })).toBeNull();
    expect(screen.getByText('Sending to orders@plains.example.')).toBeVisible();
  });
});

describe('the answer to an order', () => {
  it('shows late and partial lines beside what was requested', () => {
    const [line] = draft.lines as [Schemas['DraftOrderLine']];
    const answer = { confirmedQuantity: 150, expectedOn: '2026-05-03', countsThrough: '2026-05-10' };
    const lines = [{ ...line, ...answer }];
    renderCard({ ...draft, state: 'ordered', lines, email });
    const text = 'Urea 46-0-0, Ames: 150 bags of 200 bags, expected May 3, 2026, requested Apr 20, 2026';
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('Note: <i>Rest</i> in June')).toBeVisible();
    expect(screen.getByText(/^The supplier answered on/)).toBeVisible();
  });

  it.each([
    ['sent', 'The supplier has not answered. Requested delivery: Apr 20, 2026.'],
    ['declined', /^The supplier declined on .* recommended again\.$/],
    ['failed', 'Not sent to orders@plains.example: 550 no such user'],
  ] as const)('says that it is %s', (state, text) => {
    const { recipient, sentBy, createdAt, finishedAt = createdAt, requestedOn = '', expiresAt } = email;
    const unanswered = { recipient, sentBy, createdAt, finishedAt, requestedOn, expiresAt };
    const shown = state === 'declined' ? email : unanswered;
    renderCard({ ...draft, email: { ...shown, state, reason: '550 no such user' } });
    expect(screen.getByText(text)).toBeVisible();
  });
});
