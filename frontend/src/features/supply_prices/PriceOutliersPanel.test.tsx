/** The panel of unusual prices on Supply Analysis. */
import { screen, within } from '@testing-library/react';
import type { Schemas } from '@sprout/client';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server, success } from '@/test/server';

const OUTLIERS = apiUrl('/api/supply-prices/outliers');

const price: Schemas['PriceOutlierItem'] = {
  itemId: 'UREA',
  item: 'Urea 46-0-0',
  supplierId: 's1',
  supplier: 'Plains Supply',
  unit: 'ton',
  currency: 'USD',
  day: '2026-04-20',
  unitPrice: 54_321.99,
  usualPrice: 400,
  lines: 2,
  quantity: 10,
  amount: 543_219.9,
  rows: [{ transactionId: 'x1', orderId: 'o1', quantity: 10, location: 'Ames' }],
};

const panel = async () => within(await screen.findByRole('region', { name: 'Unusual prices' }));

describe('unusual prices', () => {
  it('are listed with their rows, confirmed and undone', async () => {
    const sent: unknown[] = [];
    let confirmed = false;
    server.use(
      http.get(OUTLIERS, () =>
        success({
          items: [
            {
              ...price,
              ...(confirmed && { confirmation: { confirmedBy: 'Ada', confirmedAt: '2026-06-01T00:00:00Z' } }),
            },
          ],
          unconfirmed: confirmed ? 0 : 1,
        }),
      ),
      http.put(OUTLIERS, async ({ request }) => {
        const body = (await request.json()) as { confirmed: boolean };
        sent.push(body);
        confirmed = body.confirmed;
        return success({ done: true });
      }),
    );
    const { user } = await renderApp('/market-trends');
    const region = await panel();
    expect(await region.findByText('$54,321.99')).toBeVisible();
    expect(region.getByText('$400.00')).toBeVisible();
    expect(region.getByText('Left out')).toBeVisible();
    await user.click(region.getByRole('button', { name: /Rows/ }));
    expect(region.getByText('Line x1 of order o1: 10 tons')).toBeVisible();
    expect(region.getByText('1 more line')).toBeVisible();
    await user.click(await region.findByRole('button', { name: /Confirm price/ }));
    expect(await region.findByText(/Confirmed by Ada/)).toBeVisible();
    await user.click(region.getByRole('button', { name: /Undo/ }));
    expect(await region.findByText('Left out')).toBeVisible();
    const { itemId, supplierId, unit, currency, day, unitPrice } = price;
    const body = { itemId, supplierId, unit, currency, day, unitPrice };
    expect(sent).toEqual([
      { ...body, confirmed: true },
      { ...body, confirmed: false },
    ]);
  });

  it('say when there are none, and when they could not be loaded', async () => {
    await renderApp('/market-trends');
    expect(await (await panel()).findByText('No unusual prices')).toBeVisible();
  });

  it('can be loaded again after an error', async () => {
    server.use(http.get(OUTLIERS, () => failure(500, 'Something failed.'), { once: true }));
    const { user } = await renderApp('/market-trends');
    const region = await panel();
    expect(await region.findByText('Something failed.')).toBeVisible();
    await user.click(region.getByRole('button', { name: 'Retry' }));
    expect(await region.findByText('No unusual prices')).toBeVisible();
  });
});
