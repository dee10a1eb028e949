/** The methods page: sources and track record of each figure, and the error state. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, methods, server, success } from '@/test/server';

const METHODS = apiUrl('/api/analytics/methods');

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a figure', () => {
  it('says its method, formula, rows, day and record', async () => {
    await renderApp('/methods');
    const yields = await panel('Crop Yield Forecast');
    expect(yields.getByText('1,234 customers with crops, as of Jun 14, 2026')).toBeVisible();
    expect(yields.getByText('Trend over 30 years.')).toBeVisible();
    expect(yields.getByText('accuracy = 100 x (1 - errors / harvests)')).toBeVisible();
    expect(yields.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Accuracy of past forecasts: 91.37% (45 past figures).',
      'Error of past forecasts: 0.735, compared with 1.00 for saying "as last year" (45 past figures).',
      'Predicted days were off by: 24.5 days (300 past figures of Jun 14, 2025).',
    ]);
    expect(yields.getByText('Accuracy not yet measurable.')).toBeVisible();
  });

  it('shows amounts in their currency', async () => {
    const plan = {
      name: 'Purchase Plan',
      method: 'Dynamic programming',
      formula: 'Cost = carrying + shortages + order lines',
      rows: 40,
      rowKind: 'stock rows',
      insufficientDataText: 'Rows with too few sales are not replayed',
      backtest: [
        {
          measure: 'Cost of 26 weeks of 20 items',
          value: 1200.5,
          unit: 'money',
          currency: 'CAD',
          n: 520,
          baseline: 1500,
          baselineName: 'what was actually ordered',
          madeOn: '2025-12-16',
        },
      ],
    };
    server.use(http.get(METHODS, () => success({ figures: [plan] }, meta)));
    await renderApp('/methods');
    expect((await panel('Purchase Plan')).getByRole('listitem')).toHaveTextContent(
      'Cost of 26 weeks of 20 items: CA$1,200.50, compared with CA$1,500.00 for what was actually ordered (520 past figures of Dec 16, 2025).',
    );
  });

  it('without a record says why', async () => {
    await renderApp('/methods');
    const index = await panel('Supply Price Index');
    expect(index.getByText('No record: an index foretells nothing.')).toBeVisible();
    expect(index.queryByRole('listitem')).toBeNull();
  });
});

describe('the page', () => {
  it('marks sample data', async () => {
    server.use(http.get(METHODS, () => success(methods, { ...meta, sample: true })));
    await renderApp('/methods', { token: null });
    expect(await screen.findByText('Sample data')).toBeVisible();
  });

  it('shows the server message and tries again', async () => {
    server.use(http.get(METHODS, () => failure(503, 'The database is resting. Try again in a minute.')));
    await renderApp('/methods');
    expect(await screen.findByText('The database is resting. Try again in a minute.')).toBeVisible();
    server.use(http.get(METHODS, () => success(methods, meta)));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Supply Price Index' })).toBeVisible();
  });
});
