/** Weather in the measures that the person prefers; converted only where it is shown. */
import { number } from './format';
import { preferences } from './preferences';

const metric = () => preferences().units === 'metric';

/** A temperature in degrees Fahrenheit with its unit. */
export const temperature = (fahrenheit: number): string =>
  metric() ? `${number(Math.round(((fahrenheit - 32) * 50) / 9) / 10)} °C` : `${number(fahrenheit)} °F`;

/** Rainfall in inches with its unit. */
export const rainfall = (inches: number): string =>
  metric() ? `${number(Math.round(inches * 254) / 10)} mm` : `${number(inches)} in`;
