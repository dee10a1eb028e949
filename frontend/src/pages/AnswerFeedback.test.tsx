/** The review of answers that were rated down, and shared feedback for operators. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const answer = {
  messageId: '0191-message',
  question: 'How much urea did we sell?',
  calls: [{ tool: 'stock_level', args: { item: 'Urea 46-0-0' } }],
  reason: 'misunderstood',
  comment: 'I asked for sales',
  askedAt: '2026-06-15T08:00:00Z',
  state: 'open',
};

const asReviewer = () =>
  http.get(apiUrl('/api/account'), () =>
    success({ ...account, permissions: [...account.permissions, 'assistant.review'] }),
  );

describe('answer feedback', () => {
  it('shows how a question was understood, and becomes an evaluation case with one click', async () => {
    const changes: unknown[] = [];
    let state = 'open';
    server.use(
      asReviewer(),
      http.get(apiUrl('/api/ai-bot/feedback'), ({ request }) =>
        success({
          items: new URL(request.url).searchParams.get('state') === state ? [{ ...answer, state }] : [],
        }),
      ),
      http.patch(apiUrl('/api/ai-bot/feedback/:id'), async ({ params, request }) => {
        const body = (await request.json()) as { state: string };
        changes.push([params.id, body]);
        ({ state } = body);
        return success({ ...answer, state });
      }),
    );
    const { user } = await renderApp('/organization?tab=feedback');
    const list = await screen.findByRole('list', { name: 'Answer feedback' });
    const row = within(await within(list).findByRole('listitem'));
    expect(row.getByText('How much urea did we sell?')).toBeVisible();
    expect(row.getByText('stock_level(item: "Urea 46-0-0")')).toBeVisible();
    expect(row.getByText('Didn’t answer my question')).toBeVisible();
    expect(row.getByText('I asked for sales')).toBeVisible();

    await user.click(row.getByRole('button', { name: /^Create an evaluation case from/ }));
    expect(await screen.findByText('Evaluation case created.')).toBeVisible();
    expect(await screen.findByText(/^No open feedback/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Evaluation cases' }));
    await user.click(await screen.findByRole('button', { name: /^Reopen/ }));
    expect(await screen.findByText('Feedback reopened.')).toBeVisible();
    expect(changes).toEqual([
      ['0191-message', { state: 'case' }],
      ['0191-message', { state: 'open' }],
    ]);
  });

  it('says what failed and can be retried', async () => {
    server.use(
      asReviewer(),
      http.get(apiUrl('/api/ai-bot/feedback'), () => failure(500, 'It broke')),
    );
    await renderApp('/organization?tab=feedback');
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeVisible();
  });

  it('is not offered without the permission', async () => {
    await renderApp('/organization?tab=feedback');
    expect(await screen.findByRole('region', { name: 'Members' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Answer feedback' })).toBeNull();
  });
});

describe('shared feedback', () => {
  it('is listed for operators with the organization', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success({ ...account, operator: true })),
      http.get(apiUrl('/api/admin/feedback'), () =>
        success({
          items: [{ ...answer, organization: 'Prairie Supply', sharedAt: '2026-06-15T08:05:00Z' }],
        }),
      ),
    );
    await renderApp('/operator?tab=feedback');
    const table = await screen.findByRole('table', { name: 'Shared feedback' });
    const row = within(within(table).getByRole('row', { name: /How much urea/ }));
    expect(row.getByText('Prairie Supply')).toBeVisible();
    expect(row.getByText('I asked for sales')).toBeVisible();
  });
});
