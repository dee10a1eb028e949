/** The trade's units of quantity as text. */
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

/** What a unit is called beside a figure of any size: `bags`. */
export const unitPlural = (unit: string): string => UNIT_NAMES[unit]?.[1] ?? unit;
