/** The main figure of a panel with its name, and secondary figures next to it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface KeyFigureProps {
  label: string;
  /** The figure, already formatted. */
  value: string;
  aside?: ReactNode;
}

export function KeyFigure({ label, value, aside }: KeyFigureProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3, mb: 3 }}>
      <Typography sx={{ color: 'text.secondary', flexBasis: '100%' }}>{label}</Typography>
      <Typography
        component="p"
        variant="h1"
        sx={{ fontVariantNumeric: 'tabular-nums', fontSize: '2rem', fontWeight: 600 }}
      >
        {value}
      </Typography>
      {aside}
    </Box>
  );
}
