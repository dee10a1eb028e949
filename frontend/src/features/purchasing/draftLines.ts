/** Rules for accepting recommendations: which lines are selected, their quantities, and the total. */
import { t } from '@/messages/en/ordering';
import { recommendationKey, type Recommendation } from './queries';

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

/**
 * All recommendations with their recommended quantities. Selected are the chosen ones, or all, up
 * to the limit of one request.
 */
export function initialLines(
  rows: readonly Recommendation[],
  chosen: ReadonlySet<string> = new Set(),
): DraftLineState[] {
  let left = MAX_LINES;
  return rows.map((row) => {
    const key = recommendationKey(row);
    const selected = left > 0 && (chosen.size === 0 || chosen.has(key));
    if (selected) left -= 1;
    return { row, key, selected, quantityText: String(row.recommended) };
  });
}

/** Updates the lines: edited quantities are preserved, lines no longer recommended are removed. */
export function mergeLines(
  before: readonly DraftLineState[],
  rows: readonly Recommendation[],
): DraftLineState[] {
  const known = new Map(before.map((line) => [line.key, line]));
  return rows.map((row) => {
    const line = known.get(recommendationKey(row));
    const untouched = line === undefined || line.quantityText === String(line.row.recommended);
    return {
      row,
      key: recommendationKey(row),
      selected: line?.selected ?? false,
      quantityText: untouched ? String(row.recommended) : line.quantityText,
    };
  });
}

/** The same line if it is selected so already. */
export const withSelection = (line: DraftLineState, selected: boolean): DraftLineState =>
  line.selected === selected ? line : { ...line, selected };

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

/** The cost of the selected lines with a valid quantity. */
export function totalCost(lines: readonly DraftLineState[]): number {
  return lines
    .filter((line) => line.selected)
    .reduce((sum, { row, quantityText }) => sum + (parseQuantity(quantityText) ?? 0) * row.terms.unitCost, 0);
}

/** How many drafts the selected lines become. */
export const countDrafts = (lines: readonly DraftLineState[]): number =>
  new Set(lines.filter((line) => line.selected).map((line) => line.row.supplierId ?? '')).size;
