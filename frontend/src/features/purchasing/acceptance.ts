/** The rules of accepting: which lines are chosen with which quantities, and what they come to. */
import type { Recommendation } from './queries';

/** So many lines are accepted at once. */
export const MOST_LINES = 200;

/** A recommendation as it will be ordered. */
export interface Line {
  row: Recommendation;
  key: string;
  chosen: boolean;
  /** What stands in the field. */
  typed: string;
}

export const keyOf = (row: Pick<Recommendation, 'itemId' | 'location'>) => `${row.itemId}\n${row.location}`;

/** Every recommendation with its recommended quantity, chosen as far as they can be accepted at once. */
export const proposed = (rows: readonly Recommendation[]): Line[] =>
  rows.map((row, place) => ({
    row,
    key: keyOf(row),
    chosen: place < MOST_LINES,
    typed: String(row.recommended),
  }));

/** The lines with what was typed before, and without those that are not recommended any more. */
export function renewed(before: readonly Line[], rows: readonly Recommendation[]): Line[] {
  const known = new Map(before.map((line) => [line.key, line]));
  return rows.map((row) => {
    const line = known.get(keyOf(row));
    const untouched = line === undefined || line.typed === String(line.row.recommended);
    return {
      row,
      key: keyOf(row),
      chosen: line?.chosen ?? false,
      typed: untouched ? String(row.recommended) : line.typed,
    };
  });
}

/** The number in the field; nothing where it is none that can be ordered. */
export function quantityOf(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,12}(\.\d{0,4})?$|^\.\d{1,4}$/.test(text)) return undefined;
  const value = Number(text);
  return value > 0 ? value : undefined;
}

/** What a quantity should be told; nothing where it is as recommended or otherwise fine. */
export function remark({ row, typed }: Line): string | undefined {
  const value = quantityOf(typed);
  const { packSize, minOrderQuantity } = row.terms;
  if (value === undefined) return undefined;
  if (minOrderQuantity !== undefined && value < minOrderQuantity) return 'below the minimum order';
  const packs = value / packSize;
  return Math.abs(packs - Math.round(packs)) > 1e-9 ? 'not in whole packs' : undefined;
}

/** What the chosen lines cost together, by supplier: those without a name come last. */
export function bySupplier(lines: readonly Line[]): { supplier: string; lines: Line[] }[] {
  const groups = new Map<string, { supplier: string; lines: Line[] }>();
  for (const line of lines) {
    const id = line.row.supplierId ?? '';
    const group = groups.get(id) ?? { supplier: line.row.supplier ?? id, lines: [] };
    group.lines.push(line);
    groups.set(id, group);
  }
  return [...groups.values()].sort((a, b) =>
    a.supplier === '' ? 1 : b.supplier === '' ? -1 : a.supplier.localeCompare(b.supplier),
  );
}

/** The cost of the chosen lines whose quantity can be read. */
export function costOf(lines: readonly Line[]): number {
  return lines
    .filter((line) => line.chosen)
    .reduce((sum, { row, typed }) => sum + (quantityOf(typed) ?? 0) * row.terms.unitCost, 0);
}

/** How many drafts the chosen lines become. */
export const draftCount = (lines: readonly Line[]): number =>
  new Set(lines.filter((line) => line.chosen).map((line) => line.row.supplierId ?? '')).size;
