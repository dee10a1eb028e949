import { describe, expect, it } from 'vitest';
import { keptMark, missingInWords, outcomeInWords } from './removals';

describe('rows that are held back', () => {
  it('are counted beside those that the table has', () => {
    expect(missingInWords({ missing: 312, live: 1_000 })).toBe(
      '312 of 1,000 rows (31.2%) are no longer in the source.',
    );
    expect(missingInWords({ missing: 1, live: 3 })).toBe('1 of 3 rows (33.33%) is no longer in the source.');
  });

  it('are asked about again once there are more of them', () => {
    expect(keptMark({ sourceTable: 'supplier_data', missing: 3 })).not.toBe(
      keptMark({ sourceTable: 'supplier_data', missing: 4 }),
    );
  });
});

describe('what became of a confirmed removal', () => {
  const asked = { table: 'supplier_data', confirmed: 312, deleted: 0 };

  it('is what was removed', () => {
    expect(outcomeInWords({ ...asked, deleted: 310 }, undefined)).toEqual({
      weight: 'success',
      words: '310 rows of supplier_data were removed.',
    });
  });

  it('is nothing where the source lacks more by now', () => {
    expect(outcomeInWords(asked, 100_000)).toEqual({
      weight: 'warning',
      words:
        'Nothing of supplier_data was removed. The source lacks 100,000 rows now, and 312 were confirmed: look at them again.',
    });
  });

  it('is nothing where the rows have come back', () => {
    expect(outcomeInWords(asked, undefined)).toMatchObject({ weight: 'info' });
  });
});
