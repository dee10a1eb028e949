/** Harvests in the measures that the user prefers. Only what has one exact conversion is converted, and only where it is shown. */
import { formatNumber } from './format';
import { getPreferences } from './preferences';

/** An international pound in kilograms. */
const KG_PER_LB = 0.453_592_37;
/** An acre of 4,840 international square yards, in hectares. */
const HA_PER_ACRE = 0.404_685_642_24;
/** What a bushel weighs, in pounds, by USDA's standard weights. */
const LB_PER_BUSHEL: Record<string, number> = { corn: 56, soybeans: 60, wheat: 60 };

/** A yield in bushels an acre with its unit: `200.5 bu/ac`, or `12.59 t/ha` where the crop's bushel has one weight. `crop` may name a place too: `Corn, Iowa`. */
export function formatYield(bushelsPerAcre: number, crop: string): string {
  const pounds = LB_PER_BUSHEL[crop.split(',', 1)[0]?.trim().toLowerCase() ?? ''];
  if (getPreferences().units === 'us' || pounds === undefined) return `${formatNumber(bushelsPerAcre)} bu/ac`;
  return `${formatNumber((bushelsPerAcre * pounds * KG_PER_LB) / 1000 / HA_PER_ACRE)} t/ha`;
}
