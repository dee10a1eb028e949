/** Takes the place of a task whose figures are loading, or says that they did not load. */
import Box from '@mui/material/Box';

interface UncheckedTaskProps {
  failed: boolean;
  /** What could not be checked. */
  text: string;
}

export function UncheckedTask({ failed, text }: UncheckedTaskProps) {
  return (
    <Box component="li" hidden={!failed} sx={{ py: 2, color: 'text.secondary' }}>
      {text}
    </Box>
  );
}
