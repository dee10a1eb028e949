/**
 * The calculation behind one recommendation, line by line, so that a reader can verify it, and its
 * corrections.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSignedIn } from '@/auth/session';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/ordering';
import { CorrectionForm } from './CorrectionForm';
import type { Recommendation } from './queries';
import { buildTerms } from './recommendationTerms';

interface RecommendationTermsProps {
  row: Recommendation;
  /** ISO 4217. */
  currency: string | undefined;
}

export function RecommendationTerms({ row, currency }: RecommendationTermsProps) {
  const signedIn = useSignedIn();
  const [correcting, setCorrecting] = useState(false);
  const { correction } = row;
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {buildTerms(row, currency).map(([term, value]) => (
          <Box
            key={term}
            sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}
          >
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {term}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {correction && (
        <Typography variant="body2">
          {t('correctedBy', {
            correctedAt: formatDateTime(correction.correctedAt),
            correctedBy: correction.correctedBy,
          })}
        </Typography>
      )}
      {signedIn && !correcting && (
        <Button
          className="screen-only"
          size="small"
          variant="outlined"
          aria-label={t('correctItem', { item: row.item, location: row.location })}
          onClick={() => setCorrecting(true)}
          sx={{ justifySelf: 'start' }}
        >
          {t('correct')}
        </Button>
      )}
      {correcting && <CorrectionForm row={row} onClose={() => setCorrecting(false)} />}
    </Box>
  );
}
