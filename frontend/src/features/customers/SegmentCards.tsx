/** The segments as cards for narrow screens: name and savings first. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '@/messages/en/customers';
import { DetailButton } from '@/ui/DetailButton';
import type { Segment } from './queries';
import { formatSavings } from './savings';
import { SegmentTerms } from './SegmentTerms';
import { TermList } from './Terms';

interface SegmentCardsProps {
  label: string;
  segments: readonly Segment[];
  /** ISO 4217. */
  currency: string | undefined;
}

export function SegmentCards({ label, segments, currency }: SegmentCardsProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {segments.map((each) => (
        <Box
          component="li"
          key={each.segment}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 4 }}
        >
          <Typography component="h3" sx={{ fontWeight: 600, mb: 2 }}>
            {each.segment}
          </Typography>
          <TermList
            lines={[
              [t('potentialSavings'), formatSavings(each, currency)],
              [t('description'), each.description],
              [t('predictedNeeds'), each.predicted_needs],
              [t('optimalPurchaseTime'), each.optimal_purchase_time],
            ]}
          />
          <Box sx={{ mt: 2 }}>
            <DetailButton
              label={t('details')}
              rowName={each.segment}
              open={open === each.segment}
              onToggle={() => setOpen(open === each.segment ? null : each.segment)}
            />
            {open === each.segment && <SegmentTerms segment={each} currency={currency} />}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
