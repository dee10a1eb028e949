/** Measures, dimensions and answers of a small organization, for tests. */
import type { Schemas } from '@sprout/client';

const measure = (id: string, label: string, kind: Schemas['MetricKind']): Schemas['MetricMeasure'] => ({
  id,
  label,
  kind,
  description: `${label}.`,
  formula: label,
  additive: true,
  permissions: ['sales.read'],
});

const dimension = (id: string, label: string, type = 'text', groupable = true) => ({
  id,
  label,
  type,
  groupable,
  operators: type === 'text' ? ['in', 'not_in', 'contains', 'is_empty'] : ['=', '>=', '<='],
});

export const sales: Schemas['MetricDataset'] = {
  id: 'sales',
  label: 'Sales',
  hasDays: true,
  measures: [measure('revenue', 'Revenue', 'money'), measure('orders', 'Orders', 'count')],
  dimensions: [
    dimension('item', 'Item'),
    dimension('customer', 'Customer'),
    dimension('county', 'County'),
    dimension('unit_price', 'Unit price', 'number', false),
    dimension('month', 'Month', 'date'),
  ],
};

export const customers: Schemas['MetricDataset'] = {
  id: 'customers',
  label: 'Customers',
  hasDays: false,
  measures: [measure('customers', 'Customers', 'count')],
  dimensions: [dimension('customer', 'Customer'), dimension('county', 'County')],
};

export const answer: Schemas['MetricAnswer'] = {
  columns: [
    { id: 'customer', label: 'Customer', kind: 'text', role: 'dimension' },
    { id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' },
  ],
  rows: [
    ['Hoffman Farms', 7500.5],
    [null, -20],
  ],
  totals: [[null, 7480.5]],
  rowCount: 2,
  period: { from: '2026-01-01', to: '2026-06-14' },
  incomplete: [],
  notes: ['Never added up: one row for each currency.'],
};

export const rows: Schemas['MetricRows'] = {
  columns: [
    { id: 'transaction', label: 'Transaction', kind: 'text' },
    { id: 'day', label: 'Day', kind: 'date' },
    { id: 'amount', label: 'Amount', kind: 'money' },
  ],
  rows: [['s1', '2026-05-04', 7500.5]],
  rowCount: 1,
  totalColumns: [{ id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' }],
  totals: [[7500.5]],
  notes: [],
};

export const change: Schemas['MetricChange'] = {
  measure: { id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' },
  period: { from: '2026-01-01', to: '2026-06-14' },
  comparedPeriod: { from: '2025-01-01', to: '2025-06-14' },
  parts: [
    {
      keptApart: [],
      value: 7480.5,
      before: 7000,
      change: 480.5,
      changePercent: 6.864286,
      direction: 'increase',
      dimensions: [
        {
          id: 'customer',
          label: 'Customer',
          members: [{ member: 'Hoffman Farms', value: 7500.5, before: 6900, contribution: 600.5 }],
          others: { count: 3, contribution: -120 },
          overlap: 0,
        },
      ],
      effects: [
        { effect: 'price', amount: 500 },
        { effect: 'volume', amount: -19.5 },
      ],
    },
  ],
  notes: [],
};
