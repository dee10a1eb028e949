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
      <Box
        component="svg"
        aria-hidden
        viewBox="0 0 48 24"
        sx={{ width: 48, mb: 2, fill: 'none', stroke: 'currentColor', color: 'primary.main', opacity: 0.7 }}
      >
        <path d="M2 22h44M24 22v-9m0 3c-6 0-9-3-9-9 6 0 9 3 9 9Zm0-3c0-5 3-8 8-8 0 5-3 8-8 8Z" />
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
      {action !== undefined && (
        <Box className="screen-only" sx={{ mt: 3 }}>
          {action}
        </Box>
      )}
    </Box>
  );
}
