/** The criteria of a segment, and the confidence of its savings. */
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { Segment } from './queries';
import { formatSavingsRange } from './savings';
import { TermList } from './Terms';

interface SegmentTermsProps {
  segment: Segment;
  /** ISO 4217. */
  currency: string | undefined;
}

export function SegmentTerms({ segment, currency }: SegmentTermsProps) {
  const { customers, rule, potential_savings: saved, potentialSavingsNote: note } = segment;
  return (
    <TermList
      lines={[
        [t('customers'), formatCount(customers)],
        [t('criteria'), rule],
        [t('potentialSavings80Range'), formatSavingsRange(segment, currency)],
        // Without savings, the card shows the note instead.
        [t('note'), saved === undefined ? undefined : note],
      ]}
    />
  );
}
