/** Importing files on the Data Sync page: upload, questions, cells to correct, and the result. */
import type { Schemas } from '@sprout/client';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, stats, success } from '@/test/server';

const ID = '0190aaaa-0000-7000-8000-000000000001';
const UPLOAD = apiUrl(`/api/uploads/${ID}`);

const column = { source: 'Qty', target: 'on_hand', confidence: 0.97, transform: 'number' };
const entry: Schemas['FileProposal'] = {
  file: 'stock.csv',
  table: 'inventory_data',
  fingerprint: 'f1',
  columns: [column],
  constants: {},
  questions: [{ id: 'q1', kind: 'unit', value: 'Jug', text: 'How much is a Jug?', options: [] }],
};
const open: Schemas['UploadReading'] = {
  files: [entry],
  tables: [{ table: 'inventory_data', rows: 1 }],
  rejectedCells: 1,
  openQuestions: 1,
};
const settled: Schemas['UploadReading'] = {
  ...open,
  files: [{ ...entry, questions: [] }],
  tables: [{ table: 'inventory_data', rows: 3 }],
  rejectedCells: 0,
  openQuestions: 0,
};
const upload = (reading: Schemas['UploadReading']): Schemas['Upload'] => ({
  id: ID,
  createdAt: '2026-06-14T06:10:00Z',
  expiresAt: '2026-06-21T06:10:00Z',
  maxFileBytes: 1_000_000,
  files: [],
  answers: [],
  corrections: [],
  reading,
});
const cell = {
  table: 'inventory_data',
  file: 'stock.csv',
  cell: 'F4',
  column: 'on_hand',
  value: 'twelve',
  reason: 'not a number',
};

/** A server that keeps the answers of one upload. Returns them. */
function serveUpload() {
  let reading = open;
  const sent: unknown[] = [];
  server.use(
    http.get(UPLOAD, () => success(upload(reading))),
    http.get(`${UPLOAD}/rows`, () =>
      success({ columns: ['item_id'], items: [{ file: 'stock.csv', row: 2, values: ['A1'] }] }),
    ),
    http.get(`${UPLOAD}/rejects/summary`, () =>
      success({ groups: [{ cells: 2, first: cell }], otherCells: 0 }),
    ),
    http.put(`${UPLOAD}/answers`, async ({ request }) => {
      sent.push(await request.json());
      reading = settled;
      return success(upload(reading));
    }),
    http.post(`${UPLOAD}/inspect`, () => success(reading)),
    http.post(`${UPLOAD}/undo`, () => success({ runId: '0191-run', state: 'succeeded', stats })),
    http.post(`${UPLOAD}/import`, () =>
      success({
        runId: '0190-run',
        state: 'succeeded',
        stats: { ...stats, successfulUpserts: 3, errors: 0 },
      }),
    ),
  );
  return sent;
}

describe('importing files', () => {
  it('uploads a file in parts and shows what was read', async () => {
    serveUpload();
    const parts: string[] = [];
    const file = {
      id: ID,
      name: 'stock.csv',
      size: 6,
      partBytes: 4,
      parts: 2,
      receivedParts: [],
      complete: false,
    };
    server.use(
      http.post(apiUrl('/api/uploads'), () => success(upload(open))),
      http.post(`${UPLOAD}/files`, () => success(file)),
      http.put(`${UPLOAD}/files/${ID}/parts/:part`, ({ params }) => {
        parts.push(String(params.part));
        return success({ ...file, receivedParts: [1, 2].slice(0, parts.length) });
      }),
    );
    const { user } = await renderApp('/data-sync');
    await user.click(await screen.findByRole('link', { name: 'Import files' }));
    const input = await screen.findByLabelText<HTMLInputElement>('Choose files', { selector: 'input' });
    await user.upload(input, new File(['abcdef'], 'stock.csv'));
    expect(await screen.findByRole('table', { name: 'Columns of stock.csv' })).toHaveTextContent(
      'Qtyon_hand',
    );
    expect(parts).toEqual(['1', '2']);
    expect(await screen.findByRole('table', { name: 'First rows of Inventory' })).toHaveTextContent(
      'stock.csv, 2',
    );
  });

  it('asks, corrects cells and loads the rows', async () => {
    const sent = serveUpload();
    const { user } = await renderApp(`/data-sync?import=${ID}`);
    const questions = within(await screen.findByRole('region', { name: 'Questions' }));
    await user.type(questions.getByLabelText('How much is a Jug?'), '2.5');
    await user.selectOptions(questions.getByLabelText('Unit'), 'gal');
    await user.click(questions.getByRole('button', { name: 'Save answers' }));
    expect(await screen.findByRole('button', { name: 'Import 3 rows' })).toBeEnabled();
    expect(screen.queryByRole('region', { name: 'Questions' })).not.toBeInTheDocument();
    expect(sent).toEqual([
      {
        answers: [{ kind: 'unit', value: 'Jug', fingerprint: 'f1', answer: { unit: 'gal', factor: '2.5' } }],
        corrections: [],
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Import 3 rows' }));
    expect(await screen.findByText('3 rows were imported.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See what to buy' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText(/The import was undone/)).toBeInTheDocument();
  });

  it('corrects all cells alike at once', async () => {
    const sent = serveUpload();
    const { user } = await renderApp(`/data-sync?import=${ID}`);
    const field = await screen.findByLabelText('New value for on_hand in F4');
    expect(field).toHaveAccessibleDescription('twelve: not a number. stock.csv, F4 and 1 cell alike');
    await user.type(field, '12');
    await user.click(screen.getByRole('button', { name: 'Correct cells' }));
    expect(await screen.findByRole('button', { name: 'Import 3 rows' })).toBeEnabled();
    expect(sent).toEqual([
      { answers: [], corrections: [{ column: 'on_hand', value: 'twelve', replacement: '12' }] },
    ]);
  });

  it('says why a file is refused', async () => {
    serveUpload();
    const refused: Schemas['FileRefusal'] = {
      code: 'password',
      text: 'stock.xlsx has a password. Save it without one.',
    };
    const file = { file: 'stock.xlsx', columns: [], constants: {}, questions: [], refused };
    const none = { ...open, files: [file], tables: [], rejectedCells: 0 };
    server.use(http.get(UPLOAD, () => success(upload(none))));
    await renderApp(`/data-sync?import=${ID}`);
    expect(await screen.findByText(refused.text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Import 0 rows' })).toBeDisabled();
  });

  it('shows why an import failed', async () => {
    serveUpload();
    server.use(http.post(`${UPLOAD}/import`, () => failure(409, 'A sync is running.', 'sync_in_progress')));
    const { user } = await renderApp(`/data-sync?import=${ID}`);
    await user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText('A sync is running.')).toBeInTheDocument();
  });

  it('offers sample data', async () => {
    serveUpload();
    server.use(http.post(apiUrl('/api/uploads/sample'), () => success(upload(open))));
    const { user } = await renderApp('/data-sync?import=new');
    await user.click(await screen.findByRole('button', { name: 'Try sample data' }));
    expect(await screen.findByRole('table', { name: 'Columns of stock.csv' })).toBeInTheDocument();
  });

  it('is not for people without permission', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync?import=new');
    expect(await screen.findByText(/You don’t have permission to import files/)).toBeInTheDocument();
  });
});
