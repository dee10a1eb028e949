/** The customers table where there are more customers than one response holds. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { customers, manyPatterns } from '@/features/customers/answer.fixture';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, server, success } from '@/test/server';

// Each test renders the whole page, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SEGMENTATION = apiUrl('/api/customer-segmentation');
const CUSTOMERS = apiUrl('/api/customers');

const panel = async () => within(await screen.findByRole('region', { name: 'Customer Purchasing Patterns' }));

it('sorts, searches and pages on the server', async () => {
  const all = manyPatterns(10);
  const asked: string[] = [];
  server.use(
    http.get(SEGMENTATION, () =>
      success({ ...customers, customer_patterns: all.slice(0, 5), customersWithOrders: 50_000 }, meta),
    ),
    http.get(CUSTOMERS, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(String(searchParams));
      const start = Number(searchParams.get('cursor') ?? 0);
      return success(
        {
          items: all.slice(start, start + 5),
          total: 50_000,
          totalAverageSpend: 1,
          nextCursor: String(start + 5),
        },
        meta,
      );
    }),
  );
  const { user } = await renderApp('/purchase-patterns?sort=-frequency');
  const table = await panel();
  expect(await table.findByText('Showing 5 of 50,000 customers with orders.')).toBeVisible();
  await user.click(table.getByRole('button', { name: 'Show 200 more' }));
  expect(await table.findByText('Showing 10 of 50,000 customers with orders.')).toBeVisible();
  expect(asked).toEqual(['sort=-frequency&limit=200', 'sort=-frequency&limit=200&cursor=5']);
  await user.type(table.getByRole('searchbox', { name: 'Search customers' }), '4');
  await user.click(table.getByRole('button', { name: 'Last Purchase' }));
  await table.findByText('Showing 5 of 50,000 customers with orders.');
  expect(asked.at(-1)).toBe('sort=-last_purchase&q=4&limit=200');
});

it('shows the server’s message with Retry', async () => {
  server.use(
    http.get(SEGMENTATION, () =>
      success({ ...customers, customer_patterns: manyPatterns(5), customersWithOrders: 6 }, meta),
    ),
    http.get(CUSTOMERS, () => failure(503, 'The database is busy.')),
  );
  await renderApp('/purchase-patterns');
  const table = await panel();
  expect(await table.findByText('The database is busy.')).toBeVisible();
  expect(table.getByRole('button', { name: 'Retry' })).toBeVisible();
});
