/** The trade's units of quantity in words. */
import { number } from './format';

const words: Record<string, readonly [one: string, many: string]> = {
  bag: ['bag', 'bags'],
  gal: ['gallon', 'gallons'],
  ton: ['ton', 'tons'],
  lb: ['lb', 'lb'],
  unit: ['unit', 'units'],
};

/** A quantity with its unit, for example `120 bags`. */
export function quantity(value: number, unit: string): string {
  const [one, many] = words[unit] ?? [unit, unit];
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** What a unit is called beside a figure of any size: `bags`. */
export const unitWords = (unit: string): string => words[unit]?.[1] ?? unit;
