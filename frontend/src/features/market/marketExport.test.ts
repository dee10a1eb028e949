/** The export matches the screen: same selection, filters and figures. */
import { describe, expect, it } from 'vitest';
import { toCsv } from '@/lib/csv';
import { market } from '@/test/marketFixture';
import { meta } from '@/test/server';
import { parseFilters } from './marketFilters';
import { exportRows, exportFileName } from './marketExport';

const all = parseFilters(new URLSearchParams());
const lines = (shown = market(), choices = all) => toCsv(exportRows(shown, meta, choices)).split('\r\n');
const without = (line: string | undefined) => line?.replace(/,+$/, '');

describe('its head', () => {
  it('names page, day, timeframe, commodity and filters', () => {
    const choices = parseFilters(new URLSearchParams('regions=Plains,Southeast&impact=Negative'));
    expect(lines(market('1Y', 'Corn'), choices).slice(0, 7).map(without)).toEqual([
      'Page,Supply Analysis',
      'As of,2026-06-14',
      'Timeframe,1Y,2026-03-14 to 2026-06-14',
      'Commodity,Corn',
      'Weather by region,Plains; Southeast',
      'News by impact,Negative',
      'Prices and volumes are,your organization’s data',
    ]);
    expect(exportFileName(market('1Y', 'Corn'))).toBe('supply-analysis_2026-06-14_1Y_Corn.csv');
  });

  it('says that data is sample data', () => {
    const rows = exportRows(market(), { ...meta, sample: true }, all);
    expect(rows).toContainEqual(['Prices and volumes are', 'Sample data']);
  });
});

describe('its sections', () => {
  it('hold the percent changes of all commodities, or the prices of one', () => {
    const text = lines();
    expect(text.some((line) => line.startsWith('2026-06-12,-3.19,4.96,0,0'))).toBe(true);
    const corn = lines(market('3M', 'Corn'));
    expect(without(corn[corn.findIndex((line) => line.startsWith('Price trend')) + 1])).toBe('Date,Corn');
    expect(corn.map(without)).toContain('2026-06-12,4.555');
    expect(corn.join('\n')).not.toContain('Soybeans');
  });

  it('hold volumes with the bars that count in part', () => {
    expect(lines().map(without)).toContain('2026-W11,100,200,300,4,yes');
    expect(lines().map(without)).toContain('2026-W12,500,600,700,8,no');
  });

  it('hold only the weather and news that the filters leave', () => {
    const text = lines(market(), parseFilters(new URLSearchParams('regions=Plains&impact=Negative'))).join(
      '\n',
    );
    expect(text).toContain('Plains,Town 1,61,0.25,Light rain,8,10');
    expect(text).not.toContain('Midwest,');
    expect(text).toContain('Urea climbs');
    expect(text).not.toContain('Corn rallies');
  });

  it('disarm what others wrote', () => {
    expect(lines().join('\n')).toContain(
      '"\'=HYPERLINK(""x"")",,Neutral,"Nothing moves, ""yet"".",Farm Wire',
    );
  });

  it('have the same number of cells on every line', () => {
    const widths = exportRows(market(), meta, all).map((row) => row.length);
    const commas = toCsv([Array<string>(Math.max(...widths)).fill('x'), []]).split('\r\n')[1]?.length;
    expect(lines().slice(7, 8)[0]).toHaveLength(commas ?? 0);
  });
});
