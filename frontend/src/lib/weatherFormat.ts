/** Formats weather in the user's units. Values are converted only for display. */
import { formatNumber } from './format';
import { getPreferences } from './preferences';

const usesMetric = () => getPreferences().units === 'metric';

/** A temperature in degrees Fahrenheit with its unit. */
export const formatTemperature = (fahrenheit: number): string =>
  usesMetric()
    ? `${formatNumber(Math.round(((fahrenheit - 32) * 50) / 9) / 10)} °C`
    : `${formatNumber(fahrenheit)} °F`;

/** Rainfall in inches with its unit. */
export const formatRainfall = (inches: number): string =>
  usesMetric() ? `${formatNumber(Math.round(inches * 254) / 10)} mm` : `${formatNumber(inches)} in`;
