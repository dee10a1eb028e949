import { describe, expect, it } from 'vitest';
import { dismissalKey, missingText, deletionResultText } from './withheldDeletions';

describe('rows that are withheld', () => {
  it('are counted beside those that the table has', () => {
    expect(missingText({ missingRows: 312, liveRows: 1_000 })).toBe(
      '312 of 1,000 rows (31.2%) are no longer in the source.',
    );
    expect(missingText({ missingRows: 1, liveRows: 3 })).toBe(
      '1 of 3 rows (33.33%) is no longer in the source.',
    );
  });

  it('are asked about again once there are more of them', () => {
    expect(dismissalKey({ sourceTable: 'supplier_data', missingRows: 3 })).not.toBe(
      dismissalKey({ sourceTable: 'supplier_data', missingRows: 4 }),
    );
  });
});

describe('what became of a confirmed removal', () => {
  const asked = { table: 'supplier_data', confirmed: 312, deleted: 0 };

  it('is what was removed', () => {
    expect(deletionResultText({ ...asked, deleted: 310 }, undefined)).toEqual({
      weight: 'success',
      words: '310 rows of supplier_data were deleted.',
    });
  });

  it('is nothing where the source lacks more by now', () => {
    expect(deletionResultText(asked, 100_000)).toEqual({
      weight: 'warning',
      words:
        'No rows of supplier_data were deleted: you confirmed 312, but 100,000 rows are missing now. Review them again.',
    });
  });

  it('is nothing where the rows have come back', () => {
    expect(deletionResultText(asked, undefined)).toMatchObject({ weight: 'info' });
  });
});
