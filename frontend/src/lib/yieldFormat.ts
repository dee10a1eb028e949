/** Formats yields in the user's units. Converts only units with an exact factor, and only for display. */
import { formatNumber } from './format';
import { getPreferences } from './preferences';

/** One international pound in kilograms. */
const KG_PER_LB = 0.453_592_37;
/** One acre (4,840 square international yards) in hectares. */
const HA_PER_ACRE = 0.404_685_642_24;
/** Weight of a bushel in pounds, by USDA's standard weights. */
const LB_PER_BUSHEL: Record<string, number> = { corn: 56, soybeans: 60, wheat: 60 };

/**
 * A yield in bushels per acre with its unit: `200.5 bu/ac`, or `12.59 t/ha` for crops with a standard bushel
 * weight. `crop` may include a place: `Corn, Iowa`.
 */
export function formatYield(bushelsPerAcre: number, crop: string): string {
  const pounds = LB_PER_BUSHEL[crop.split(',', 1)[0]?.trim().toLowerCase() ?? ''];
  if (getPreferences().units === 'us' || pounds === undefined) return `${formatNumber(bushelsPerAcre)} bu/ac`;
  return `${formatNumber((bushelsPerAcre * pounds * KG_PER_LB) / 1000 / HA_PER_ACRE)} t/ha`;
}
