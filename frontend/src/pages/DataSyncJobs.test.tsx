/** Jobs on the Data Sync page, for users who manage the organization. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const JOBS = apiUrl('/api/jobs');
const job = (id: string, state: string, more: object = {}) => ({
  id,
  kind: 'email',
  state,
  attempts: 3,
  createdAt: '2026-06-14T06:10:00Z',
  dueAt: '2026-06-14T06:10:00Z',
  ...more,
});

// Preload the lazy panel: loading it is not under test.
beforeAll(async () => {
  await import('@/features/jobs/JobsPanel');
});

const panel = async () => within(await screen.findByRole('region', { name: 'Background tasks' }));

describe('the jobs', () => {
  it('say what is done, its status, how often it was tried and why it failed', async () => {
    const failed = job('0190-a', 'failed', { lastError: 'The mail server refused it.' });
    const sync = job('0190-b', 'running', { kind: 'sync', attempts: 1 });
    server.use(http.get(JOBS, () => success({ items: [failed, sync] })));
    await renderApp('/data-sync?tab=runs');
    const jobs = await panel();
    const words = (await jobs.findAllByRole('row')).map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(words.map((cells) => cells.filter((_, index) => index !== 2))).toEqual([
      [],
      ['Email', 'Failed', '3', 'The mail server refused it.'],
      ['Data sync', 'Running', '1', '-'],
    ]);
    expect(words[1]?.[2]).toMatch(/^\d+ (s|min|h|d)$/);
  });

  it('are narrowed by their state, in the address too, and read page by page', async () => {
    const asked: string[] = [];
    server.use(
      http.get(JOBS, ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(`${searchParams.get('state') ?? 'all'} ${searchParams.get('cursor') ?? 'first'}`);
        if (searchParams.has('cursor')) return success({ items: [job('0190-a', 'failed')] });
        return success({ items: [job('0190-b', 'failed')], nextCursor: '0190-b' });
      }),
    );
    const { user } = await renderApp('/data-sync?jobs=queued');
    const jobs = await panel();
    expect(jobs.getByRole('button', { name: 'Waiting' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(jobs.getByRole('button', { name: 'Failed' }));
    await user.click(await jobs.findByRole('button', { name: 'Show older tasks' }));
    expect(await jobs.findAllByRole('row')).toHaveLength(3);
    expect(asked).toEqual(['queued first', 'failed first', 'failed 0190-b']);
  });

  it('are shown to be none, and asked for again where they do not load', async () => {
    server.use(http.get(JOBS, () => failure(503, 'Not now.')));
    const { user } = await renderApp('/data-sync?tab=runs');
    const jobs = await panel();
    expect(await jobs.findByText('Not now.')).toBeVisible();
    server.use(http.get(JOBS, () => success({ items: [] })));
    await user.click(jobs.getByRole('button', { name: 'Retry' }));
    expect(await jobs.findByText('No tasks yet.')).toBeVisible();
  });

  it('are not asked for where the role may not see them', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync?tab=runs');
    await screen.findByRole('region', { name: 'Run History' });
    expect(screen.queryByRole('region', { name: 'Background tasks' })).not.toBeInTheDocument();
  });
});
