/** One number of the sync statistics with its name. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface StatisticProps {
  label: string;
  /** A palette name. */
  tone?: string | undefined;
  children: ReactNode;
}

export function Statistic({ label, tone = 'text.primary', children }: StatisticProps) {
  const id = useId();
  return (
    <Box>
      <Typography component="dt" id={id} variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        aria-labelledby={id}
        variant="h2"
        sx={{ m: 0, mt: 1, color: tone, fontVariantNumeric: 'tabular-nums' }}
      >
        {children}
      </Typography>
    </Box>
  );
}
