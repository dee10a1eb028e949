/** Formats the values of metric answers. */
import {
  formatCompact,
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSigned,
} from '@/lib/format';
import { formatMonth, formatMonthName, formatWeekday } from '@/lib/dateFormat';
import { t } from '@/messages/en/explore';
import type { MetricColumn, MetricKind, MetricValue } from './queries';

/** What a column's values are. */
interface ValueKind {
  id: string;
  kind: MetricKind;
  unit?: string | undefined;
}

/** A figure with its unit. */
export function formatFigure(value: number, { kind, unit }: Omit<ValueKind, 'id'>): string {
  switch (kind) {
    case 'money':
      return formatMoney(value, unit);
    case 'percent':
      return formatPercent(value);
    case 'count':
      return formatCount(value);
    default:
      return unit === undefined ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
  }
}

/** A change of a figure, with its sign. */
export const formatChange = (value: number, kind: Omit<ValueKind, 'id'>): string =>
  kind.kind === 'money' || kind.kind === 'percent'
    ? `${value > 0 ? '+' : ''}${formatFigure(value, kind)}`
    : formatSigned(value);

/** A figure in short form, for axes. */
export const formatAxisFigure = (value: number, kind: MetricKind): string =>
  kind === 'percent' ? formatPercent(value) : formatCompact(value);

const MONTHLY = ['month', 'quarter', 'half', 'year', 'fiscal_year', 'season'];

/** A member of a dimension: a name, a day, or a weekday or month by its number. */
export function formatMember(value: MetricValue, { id, kind }: Omit<ValueKind, 'unit'>): string {
  if (value === null || value === '') return t('none');
  if (kind === 'date') {
    const day = String(value);
    return MONTHLY.includes(id) ? formatMonth(day.slice(0, 7)) : formatDay(day);
  }
  if (id === 'weekday') return formatWeekday(Number(value));
  if (id === 'month_of_year') return formatMonthName(Number(value));
  return String(value);
}

/** The name of a time bucket; incomplete ones say so. */
export function nameBucket(point: MetricValue, column: MetricColumn, incomplete: readonly string[]): string {
  const name = formatMember(point, column);
  return incomplete.includes(String(point)) ? t('incomplete', { name }) : name;
}

/** A value of a column, which is a figure or a member. */
export function formatValue(value: MetricValue, column: ValueKind): string {
  if (typeof value === 'number' && column.kind !== 'text') return formatFigure(value, column);
  if (value === null) return '–';
  return column.kind === 'date' ? formatDay(String(value)) : String(value);
}

/** A condition on rows, such as `Item: Urea`. */
export function describeCondition(
  dimension: { id: string; label: string; isDay: boolean },
  op: string,
  values: readonly (string | number)[],
): string {
  const kind = { id: dimension.id, kind: dimension.isDay ? ('date' as const) : ('text' as const) };
  const members = values.map((value) => formatMember(value, kind)).join(', ');
  const words = op.replaceAll('_', ' ');
  if (values.length === 0) return `${dimension.label} ${words}`;
  return op === 'in' || op === '='
    ? `${dimension.label}: ${members}`
    : `${dimension.label} ${words} ${members}`;
}

/** First and last day. */
export const describePeriod = ({ from, to }: { from?: string; to: string }): string =>
  from === undefined ? formatDay(to) : `${formatDay(from)} – ${formatDay(to)}`;
