/** Links from figures to the explore page. */
import { describe, expect, it } from 'vitest';
import { explorePath, queryPath, writeMonth } from './exploreQuestion';

describe('explorePath', () => {
  it('holds the question of a figure, with its conditions', () => {
    const path = explorePath({
      dataset: 'purchases',
      measures: ['spend'],
      by: ['month'],
      filters: [
        { dimension: 'supplier_id', op: '=', value: 'S-1' },
        { dimension: 'unit', op: 'in', values: ['bag', 'ton'] },
      ],
      compare: 'previous_year',
    });
    const address = new URLSearchParams(path.slice(path.indexOf('?')));
    expect(path).toMatch(/^\/explore\?data=purchases&measures=spend&by=month&period=last_12_months/);
    expect(address.getAll('filter')).toEqual(['supplier_id~=~S-1', 'unit~in~bag~ton']);
    expect(address.get('compare')).toBe('previous_year');
  });

  it('asks for sales where a query names no data', () => {
    expect(explorePath({ dataset: undefined, measures: ['revenue'], by: [] })).toContain('data=sales');
  });
});

describe('queryPath', () => {
  const query = { dataset: 'sales', measures: ['revenue'] };

  it('holds every part of a query', () => {
    const path = queryPath({
      ...query,
      dimensions: ['customer'],
      period: { from: '2026-05-01', to: '2026-05-31' },
      compare: 'previous_year',
      having: [{ measure: 'revenue', op: '>', value: 5000 }],
      limit: 5,
    });
    const address = new URLSearchParams(path?.slice(path.indexOf('?')));
    expect(Object.fromEntries(address)).toEqual({
      data: 'sales',
      measures: 'revenue',
      by: 'customer',
      period: '2026-05-01..2026-05-31',
      compare: 'previous_year',
      select: '{"having":[{"measure":"revenue","op":">","value":5000}],"limit":5}',
    });
  });

  it('without a period has all days', () => {
    expect(queryPath(query)).toContain('period=..');
  });

  it('is none where the page would show other figures', () => {
    expect(queryPath({ ...query, compare: { preset: 'last_year' } })).toBeUndefined();
    const filters = [{ dimension: 'customer', op: 'did_not_buy', where: [] }];
    expect(queryPath({ ...query, filters })).toBeUndefined();
  });
});

it('writes a month as its days', () => {
  expect(writeMonth('2028-02')).toBe('2028-02-01..2028-02-29');
  expect(writeMonth('2026-12')).toBe('2026-12-01..2026-12-31');
});
