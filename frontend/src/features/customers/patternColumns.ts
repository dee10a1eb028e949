/** The columns of the patterns table, with their words and how they show a row. */
import { day, money, number } from '@/lib/format';
import type { Column } from '@/ui/DataTable';
import type { PatternKey } from './choices';
import type { Pattern } from './queries';
import { hasDay } from './shown';

/** A column that can be sorted by. */
export interface PatternColumn extends Column<Pattern> {
  key: PatternKey;
  /** The order from the smallest up, and from the largest down, in words. */
  orders: readonly [upwards: string, downwards: string];
  show: (row: Pattern) => string;
}

/** The day of the next order, or why there is none. */
const predicted = (row: Pattern): string => (hasDay(row) ? day(row.predicted_next) : row.predicted_next);

export function patternColumns(currency: string | undefined): PatternColumn[] {
  return [
    { key: 'customer', heading: 'Customer', orders: ['A to Z', 'Z to A'], show: (row) => row.customer },
    {
      key: 'last_purchase',
      heading: 'Last Purchase',
      orders: ['oldest first', 'newest first'],
      show: (row) => day(row.last_purchase),
    },
    {
      key: 'frequency',
      heading: 'Frequency',
      orders: ['least first', 'most first'],
      numeric: true,
      show: (row) => `${number(row.frequency)} a year`,
    },
    {
      key: 'average_spend',
      heading: 'Average Spend',
      orders: ['least first', 'most first'],
      numeric: true,
      show: (row) => money(row.average_spend, currency),
    },
    {
      key: 'predicted_next',
      heading: 'Predicted Next Purchase',
      orders: ['soonest first', 'latest first'],
      show: predicted,
    },
  ];
}

/** On a card the next order stands right below the name. */
export function cardColumns([customer, ...others]: readonly PatternColumn[]): PatternColumn[] {
  const next = others.filter(({ key }) => key === 'predicted_next');
  const rest = others.filter(({ key }) => key !== 'predicted_next');
  return customer === undefined ? [] : [customer, ...next, ...rest];
}
