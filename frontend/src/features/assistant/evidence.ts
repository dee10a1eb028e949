/** Formats the evidence of an answer: tools, arguments and source rows. */
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import type { Answer, Call, Fact, Table } from './queries';

/** `low_stock_items` as `Low stock items`. */
export function humanizeName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The line under an answer: tools, number of rows and date. */
export function describeSources({ calls, asOf }: Pick<Answer, 'calls' | 'asOf'>): string {
  const tools = [...new Set(calls.map(({ tool }) => humanizeName(tool)))].join(', ');
  const rows = calls.reduce((sum, { n }) => sum + n, 0);
  const from = rows > 0 && `${formatCount(rows)} ${t('rows', { count: rows })}`;
  return [tools, from, t('asOfDate', { asOf: formatDay(asOf) })]
    .filter((part) => typeof part === 'string')
    .join(' · ');
}

/** The arguments of a call, formatted by name. */
export function listArguments({ args }: Call): [name: string, value: string][] {
  if (typeof args !== 'object' || args === null) return [];
  return Object.entries(args).map(([name, value]) => [
    humanizeName(name),
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

/** The numeric facts. The rows already contain the names. */
export const listFigures = (facts: readonly Fact[]): Fact[] => facts.filter(({ kind }) => kind !== 'name');

/**
 * The source rows of a figure as the tables number them: `Row 3`, with the table name if there are several.
 */
export function describeRows({ rowRefs }: Fact, tables: readonly Table[]): string {
  return rowRefs
    .map((ref) => {
      const table = tables.find(({ rows }) => rows.some(({ id }) => id === ref));
      const index = table?.rows.findIndex(({ id }) => id === ref) ?? -1;
      if (table === undefined) return ref;
      return t('row', { count: tables.length, index: formatCount(index + 1), title: table.title });
    })
    .join('; ');
}
