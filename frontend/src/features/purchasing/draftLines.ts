/** Rules for accepting recommendations: which lines are selected, their quantities, and the total. */
import { t } from '@/messages/en/ordering';
import type { Recommendation } from './queries';

/** Maximum number of lines in one request. */
export const MAX_LINES = 200;

/** A recommendation as it would be ordered. */
export interface DraftLineState {
  row: Recommendation;
  key: string;
  selected: boolean;
  /** The input value. */
  quantityText: string;
}

const lineKey = (row: Pick<Recommendation, 'itemId' | 'location'>) => `${row.itemId}\n${row.location}`;

/** All recommendations with their recommended quantities, selected up to the limit of one request. */
export const initialLines = (rows: readonly Recommendation[]): DraftLineState[] =>
  rows.map((row, index) => ({
    row,
    key: lineKey(row),
    selected: index < MAX_LINES,
    quantityText: String(row.recommended),
  }));

/** Updates the lines: edited quantities are preserved, lines no longer recommended are removed. */
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

/** The number in the field. Undefined if it is not a valid quantity. */
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
  if (minOrderQuantity !== undefined && value < minOrderQuantity) return t('belowTheMinimumOrder');
  const packs = value / packSize;
  return Math.abs(packs - Math.round(packs)) > 1e-9 ? t('notInWholePacks') : undefined;
}

/** The total cost of the selected lines by supplier. Lines without a supplier come last. */
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

/** The cost of the selected lines with a valid quantity. */
export function totalCost(lines: readonly DraftLineState[]): number {
  return lines
    .filter((line) => line.selected)
    .reduce((sum, { row, quantityText }) => sum + (parseQuantity(quantityText) ?? 0) * row.terms.unitCost, 0);
}

/** How many drafts the selected lines become. */
export const countDrafts = (lines: readonly DraftLineState[]): number =>
  new Set(lines.filter((line) => line.selected).map((line) => line.row.supplierId ?? '')).size;
