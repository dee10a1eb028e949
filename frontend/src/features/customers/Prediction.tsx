/**
 * One prediction: its figure for the next 3 months with the change from a year ago, or why there is none, and
 * its chart.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { formatPercent, formatSignedPercent } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { HeadlineFigure } from './queries';

interface PredictionProps {
  title: string;
  figure: HeadlineFigure | undefined;
  /** Why there is no figure. */
  note: string | undefined;
  /** The meaning of the figure, as the end of a sentence. */
  meaning: string;
  children: ReactNode;
}

export function Prediction({ title, figure, note, meaning, children }: PredictionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      <Box sx={{ minHeight: 84, mb: 3, fontVariantNumeric: 'tabular-nums' }}>
        {figure === undefined ? (
          <Typography sx={{ mt: 2, color: 'text.secondary' }}>
            {t('next3MonthsWithNote', { note: note ?? '–' })}
          </Typography>
        ) : (
          <>
            <Typography component="p" variant="h1" sx={{ mt: 1 }}>
              {formatPercent(figure.percent)}
            </Typography>
            <Typography>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {t('next3Months')}
              </Box>
              {figure.changePoints !== undefined && (
                <>
                  {' '}
                  <Box component="span" sx={{ fontWeight: 600 }}>
                    {formatSignedPercent(figure.changePoints)}
                  </Box>{' '}
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {t('ppVsLastYear')}
                  </Box>
                </>
              )}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {meaning}
            </Typography>
          </>
        )}
      </Box>
      {children}
    </Box>
  );
}
