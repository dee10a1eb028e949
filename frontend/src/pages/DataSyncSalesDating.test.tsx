/** The Data Sync page: what the dates of sales are. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, salesDating, server, success } from '@/test/server';

const DATING = apiUrl('/api/data-sync/sales-dating');
const panel = () => screen.findByRole('region', { name: 'Sales dates' });
const select = async () => within(await panel()).findByRole('combobox', { name: 'Date of a sale' });

describe('the dates of sales', () => {
  it('shows what the data show, with the lines behind it', async () => {
    await renderApp('/data-sync?tab=mapping');
    expect(await select()).toHaveDisplayValue('As your data shows: Day of booking');
    expect(await panel()).toHaveTextContent(
      '5,120 of 5,400 sale lines were delivered on another day than their date.',
    );
  });

  it('saves a choice, and takes it back', async () => {
    const sent: unknown[] = [];
    let current = salesDating;
    server.use(
      http.get(DATING, () => success(current)),
      http.put(DATING, async ({ request }) => {
        const body = (await request.json()) as Pick<typeof salesDating, 'dating'>;
        sent.push(body);
        // The sample has no setting.
        current = { ...salesDating, ...body };
        return success(current);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=mapping');
    await user.selectOptions(await select(), 'Day of delivery');
    await waitFor(() => expect(sent).toEqual([{ dating: 'delivery' }]));
    expect(await select()).toHaveDisplayValue('Day of delivery');
    await user.selectOptions(await select(), 'As your data shows: Day of booking');
    await waitFor(() => expect(sent).toEqual([{ dating: 'delivery' }, {}]));
  });

  it('keeps the setting if saving fails', async () => {
    server.use(http.put(DATING, () => failure(500, 'internal', 'Broken.')));
    const { user } = await renderApp('/data-sync?tab=mapping');
    await user.selectOptions(await select(), 'Day of delivery');
    expect(await within(await panel()).findByRole('alert')).toBeVisible();
    expect(await select()).toHaveDisplayValue('As your data shows: Day of booking');
  });

  it.each([
    ['same_days', 0, 0, 'No sale line has another delivered day than its date.'],
    ['missing_days', 2, 24, '24 sale lines over a year old have a promised day but no delivered day'],
    ['same_days', 1, 0, '1 of 790 sale lines were delivered on another day than their date.'],
  ])('says what the data show: %s with %i', async (reason, otherDayLines, overdueLines, text) => {
    server.use(
      http.get(DATING, () =>
        success({ proposed: 'delivery', reason, saleLines: 790, otherDayLines, overdueLines }),
      ),
    );
    await renderApp('/data-sync?tab=mapping');
    expect(await select()).toHaveDisplayValue('As your data shows: Day of delivery');
    expect(await panel()).toHaveTextContent(text);
  });

  it('is text without permission', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync?tab=mapping');
    await waitFor(async () => expect(await panel()).toHaveTextContent('Date of a sale: Day of booking'));
    expect(within(await panel()).queryByRole('combobox')).not.toBeInTheDocument();
  });
});
