/** The rules of accepting: which lines are chosen with which quantities, and what they come to. */
import { t } from '@/messages/en/ordering';
import type { Recommendation } from './queries';

/** Maximum number of lines in one request. */
export const MAX_LINES = 200;

/** A recommendation as it will be ordered. */
export interface DraftLineState {
  row: Recommendation;
  key: string;
  selected: boolean;
  /** The input value. */
  quantityText: string;
}

const lineKey = (row: Pick<Recommendation, 'itemId' | 'location'>) => `${row.itemId}\n${row.location}`;

/** Every recommendation with its recommended quantity, chosen as far as they can be accepted at once. */
export const initialLines = (rows: readonly Recommendation[]): DraftLineState[] =>
  rows.map((row, index) => ({
    row,
    key: lineKey(row),
    selected: index < MAX_LINES,
    quantityText: String(row.recommended),
  }));

/** The lines with what was typed before, and without those that are not recommended any more. */
export function mergeLines(
  before: readonly DraftLineState[],
  rows: readonly Recommendation[],
): DraftLineState[] {
  const known = new Map(before.map((line) => [line.key, line]));
  return rows.map((row) => {
    const line = known.get(lineKey(row));
    const untouched = line === undefined || line.quantityText === String(line.row.recommended);
    return {
      row,
      key: lineKey(row),
      selected: line?.selected ?? false,
      quantityText: untouched ? String(row.recommended) : line.quantityText,
    };
  });
}

/** The number in the field; nothing where it is none that can be ordered. */
export function parseQuantity(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,12}(\.\d{0,4})?$|^\.\d{1,4}$/.test(text)) return undefined;
  const value = Number(text);
  return value > 0 ? value : undefined;
}

/** The warning for a quantity; undefined if it is fine. */
export function lineWarning({ row, quantityText }: DraftLineState): string | undefined {
  const value = parseQuantity(quantityText);
  const { packSize, minOrderQuantity } = row.terms;
  if (value === undefined) return undefined;
  if (minOrderQuantity !== undefined && value < minOrderQuantity) return 'below the minimum order';
  const packs = value / packSize;
  return Math.abs(packs - Math.round(packs)) > 1e-9 ? t('notInWholePacks') : undefined;
}

/** What the chosen lines cost together, by supplier: those without a name come last. */
export function groupBySupplier(
  lines: readonly DraftLineState[],
): { supplier: string; lines: DraftLineState[] }[] {
  const groups = new Map<string, { supplier: string; lines: DraftLineState[] }>();
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
export function totalCost(lines: readonly DraftLineState[]): number {
  return lines
    .filter((line) => line.selected)
    .reduce((sum, { row, quantityText }) => sum + (parseQuantity(quantityText) ?? 0) * row.terms.unitCost, 0);
}

/** How many drafts the chosen lines become. */
export const countDrafts = (lines: readonly DraftLineState[]): number =>
  new Set(lines.filter((line) => line.selected).map((line) => line.row.supplierId ?? '')).size;
