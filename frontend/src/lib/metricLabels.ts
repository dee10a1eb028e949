/** Names of measures, dimensions and columns in the language of the app. The server names them in English. */
import { translateWord } from './translate';

/** What the server adds to the name of a measure: a compared or derived column. */
const ADDITIONS = [
  '{name} before',
  '{name}: change',
  '{name}: change in percent',
  '{name}: share',
  '{name}: rank',
  '{name}: running total',
  '{name}: average of 3',
];

/** The name in the language of the app; an unknown one as it is. */
export function translateMetricLabel(label: string): string {
  for (const addition of ADDITIONS) {
    const end = addition.slice('{name}'.length);
    if (label.endsWith(end))
      return translateWord(addition).replace('{name}', () => translateWord(label.slice(0, -end.length)));
  }
  return translateWord(label);
}

/** The same columns, datasets, measures or dimensions under translated names. */
export function withTranslatedLabels<T extends { label: string }>(named: readonly T[]): T[] {
  return named.map((one) => ({ ...one, label: translateMetricLabel(one.label) }));
}
