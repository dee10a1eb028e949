/** Shown instead of figures: why there are none, and the next step as a button. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <Box sx={{ py: 6, px: 4, textAlign: 'center', bgcolor: 'background.sunk', borderRadius: 1 }}>
      <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
      {action !== undefined && (
        <Box className="screen-only" sx={{ mt: 3 }}>
          {action}
        </Box>
      )}
    </Box>
  );
}
