import { afterEach, describe, expect, it } from 'vitest';
import { messages as german } from '@/messages/de/words';
import { messages as spanish } from '@/messages/es/words';
import { messages as french } from '@/messages/fr/words';
import { messages as portuguese } from '@/messages/pt/words';
import { translateMetricLabel, withTranslatedLabels } from './metricLabels';
import { setLanguage } from './translate';

afterEach(() => setLanguage('en', undefined));

const switchToGerman = () =>
  setLanguage('de', (feature, key) => (feature === 'words' ? german[key] : undefined));

describe('translateMetricLabel', () => {
  it('keeps English names', () => {
    expect(translateMetricLabel('Gross margin: change in percent')).toBe('Gross margin: change in percent');
    expect(translateMetricLabel('Revenue before')).toBe('Revenue before');
  });

  it('translates measures, and what the server adds to them', () => {
    switchToGerman();
    expect(translateMetricLabel('Gross margin')).toBe('Rohertrag');
    expect(translateMetricLabel('Revenue: change in percent')).toBe('Umsatz: Änderung in Prozent');
    expect(translateMetricLabel('Spend before')).toBe('Ausgaben, Vergleichszeitraum');
    expect(translateMetricLabel('A name of tomorrow')).toBe('A name of tomorrow');
    expect(withTranslatedLabels([{ id: 'item', label: 'Item' }])).toEqual([{ id: 'item', label: 'Artikel' }]);
  });

  it('has the same names in all languages', () => {
    const names = Object.keys(german).sort();
    for (const other of [spanish, french, portuguese]) expect(Object.keys(other).sort()).toEqual(names);
  });
});
