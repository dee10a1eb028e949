import { describe, expect, it } from 'vitest';
import {
  changeDataset,
  fitSelection,
  memberFilter,
  parseExplore,
  toChangeQuery,
  toggle,
  toggleDimension,
  toMetricQuery,
  toRowQuery,
  writeExplore,
  type ExploreState,
} from './exploreState';
import { customers, sales } from './explore.fixture';

const state: ExploreState = {
  dataset: 'sales',
  measures: ['revenue', 'orders'],
  by: ['customer', 'month'],
  filters: [
    { dimension: 'item', op: 'not_in', values: ['50% off ~ "x"', 'a,b'] },
    { dimension: 'unit_price', op: '>=', values: ['12.5'] },
    { dimension: 'county', op: 'is_empty', values: [] },
  ],
  period: '2026-05-01..2026-05-31',
  compare: 'previous_year',
  chart: 'stacked',
  selection: {
    having: [{ measure: 'revenue.change', op: '>', value: 5000 }],
    order: [{ by: 'orders', direction: 'desc' }],
    topPer: { dimension: 'customer', limit: 3 },
    derive: ['share'],
    limit: 20,
  },
};

describe('the URL', () => {
  it('holds the whole question', () => {
    const address = writeExplore(state).toString();
    expect(parseExplore(new URLSearchParams(address))).toEqual(state);
  });

  it('without parameters asks for revenue by month', () => {
    const { measures, by, period } = parseExplore(new URLSearchParams());
    expect([measures, by, period]).toEqual([['revenue'], ['month'], 'last_12_months']);
  });

  it('can ask for a total', () => {
    expect(parseExplore(new URLSearchParams('by=')).by).toEqual([]);
  });
});

describe('the queries', () => {
  it('send numbers for numeric attributes and texts otherwise', () => {
    expect(toMetricQuery({ ...state, selection: {} }, sales)).toEqual({
      dataset: 'sales',
      measures: ['revenue', 'orders'],
      dimensions: ['customer', 'month'],
      filters: [
        { dimension: 'item', op: 'not_in', values: ['50% off ~ "x"', 'a,b'] },
        { dimension: 'unit_price', op: '>=', values: [12.5] },
        { dimension: 'county', op: 'is_empty' },
      ],
      period: { from: '2026-05-01', to: '2026-05-31' },
      compare: 'previous_year',
      limit: 500,
    });
  });

  it('of rows and changes ask for the first measure', () => {
    expect(toRowQuery(state, sales)).toMatchObject({ measures: ['revenue'] });
    expect(toChangeQuery(state, sales)).toMatchObject({ measure: 'revenue', compare: 'previous_year' });
    expect(toChangeQuery({ ...state, compare: '' }, sales)).toBeUndefined();
  });

  it('of data without days have no period', () => {
    expect(toMetricQuery(changeDataset(state, customers), customers)).toEqual({
      dataset: 'customers',
      measures: ['customers'],
      dimensions: ['customer'],
      filters: [{ dimension: 'county', op: 'is_empty' }],
      limit: 500,
    });
  });
});

describe('a choice', () => {
  it('becomes a filter of its member', () => {
    expect(memberFilter('month', 'date', '2026-05-01')).toEqual({
      dimension: 'month',
      op: '=',
      values: ['2026-05-01'],
    });
    expect(memberFilter('county', 'text', null)).toEqual({
      dimension: 'county',
      op: 'is_empty',
      values: [],
    });
  });

  it('replaces the last one at the limit', () => {
    expect(toggle(['a', 'b'], 'c', 2)).toEqual(['a', 'c']);
    expect(toggle(['a', 'b'], 'a', 2)).toEqual(['b']);
  });

  it('breaks figures down by ids only beside names', () => {
    const dimension = { type: 'text', operators: [], groupable: true };
    const dataset = {
      ...sales,
      dimensions: [
        { ...dimension, id: 'customer', label: 'Customer' },
        { ...dimension, id: 'customer_id', label: 'Customer ID', beside: 'customer' },
        { ...dimension, id: 'state', label: 'State' },
        { ...dimension, id: 'county', label: 'County' },
      ],
    };
    expect(toggleDimension([], 'customer_id', dataset)).toEqual(['customer', 'customer_id']);
    expect(toggleDimension(['customer', 'customer_id'], 'customer_id', dataset)).toEqual(['customer']);
    expect(toggleDimension(['customer', 'customer_id', 'state'], 'customer', dataset)).toEqual(['state']);
    expect(toggleDimension(['state', 'county'], 'customer_id', dataset)).toEqual([
      'state',
      'customer',
      'customer_id',
    ]);
  });
});

describe('the selection of rows', () => {
  it('is a part of the query', () => {
    expect(toMetricQuery(state, sales)).toMatchObject({ ...state.selection, limit: 20 });
    expect(toMetricQuery({ ...state, selection: {} }, sales)).toMatchObject({ limit: 500 });
  });

  it('loses what the question no longer has', () => {
    const { order, derive, limit } = state.selection;
    expect(fitSelection(state).selection).toEqual(state.selection);
    expect(fitSelection({ ...state, compare: '', by: ['month'] }).selection).toEqual({
      order,
      derive,
      limit,
    });
    expect(fitSelection({ ...state, measures: ['revenue'], by: [] }).selection).toEqual({
      having: state.selection.having,
      derive,
      limit,
    });
  });

  it.each(['', '{', '3', 'null', '{"unknown": 1}'])('is none where a link has %j', (text) => {
    expect(parseExplore(new URLSearchParams({ select: text })).selection).toEqual({});
  });
});
