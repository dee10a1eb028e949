/** A list of names at the left and figures at the right. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'fit-content(55%) minmax(0, 1fr)',
        columnGap: 3,
        rowGap: 1,
      }}
    >
      {children}
    </Box>
  );
}

export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}
      >
        {children}
      </Typography>
    </>
  );
}
