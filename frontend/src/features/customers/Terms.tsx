/** A list of names and values. Names without a value are omitted. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface TermsProps {
  lines: readonly (readonly [name: string, value: string | undefined])[];
}

export function TermList({ lines }: TermsProps) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: { xs: 2, md: 0 },
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
        columnGap: 6,
        rowGap: { xs: 2, sm: 1 },
      }}
    >
      {lines.map(
        ([name, value]) =>
          value !== undefined && (
            <Box key={name} sx={{ display: { xs: 'block', sm: 'contents' } }}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {name}
              </Typography>
              <Typography
                component="dd"
                variant="body2"
                sx={{ m: 0, fontVariantNumeric: 'tabular-nums', whiteSpace: 'normal' }}
              >
                {value}
              </Typography>
            </Box>
          ),
      )}
    </Box>
  );
}
