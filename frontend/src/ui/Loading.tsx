/** A page that is still loading. Says what it waits for. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';

export function Loading({ children }: { children: string }) {
  return (
    <Box
      role="status"
      sx={{ minHeight: 480, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 4 }}
    >
      <CircularProgress size={28} aria-hidden />
      <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
    </Box>
  );
}
