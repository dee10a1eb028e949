/** Links from figures to the explore page. */
import { describe, expect, it } from 'vitest';
import { explorePath, writeMonth } from './exploreQuestion';

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

it('writes a month as its days', () => {
  expect(writeMonth('2028-02')).toBe('2028-02-01..2028-02-29');
  expect(writeMonth('2026-12')).toBe('2026-12-01..2026-12-31');
});
