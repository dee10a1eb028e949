/** Formats quantities with the trade's units. */
import { formatNumber } from './format';

const UNIT_NAMES: Record<string, readonly [one: string, many: string]> = {
  bag: ['bag', 'bags'],
  gal: ['gallon', 'gallons'],
  ton: ['ton', 'tons'],
  lb: ['lb', 'lb'],
  unit: ['unit', 'units'],
};

/** A quantity with its unit, for example `120 bags`. */
export function formatQuantity(value: number, unit: string): string {
  const [one, many] = UNIT_NAMES[unit] ?? [unit, unit];
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** The name of a unit, independent of the number: `bags`. */
export const unitPlural = (unit: string): string => UNIT_NAMES[unit]?.[1] ?? unit;
