/** A yes-or-no state as text, icon and color, and the reason if it is wrong. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { CheckIcon, WarningIcon } from './icons';

interface StatusCardProps {
  label: string;
  ok: boolean;
  /** The state as text. */
  state: string;
  /** The reason, and what to do. */
  reason?: ReactNode;
}

export function StatusCard({ label, ok, state, reason }: StatusCardProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 5 }}>
      <Typography id={id} component="h2" variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {label}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          mt: 2,
          color: ok ? 'success.main' : 'error.main',
        }}
      >
        {ok ? <CheckIcon /> : <WarningIcon />}
        <Typography component="p" variant="h3">
          {state}
        </Typography>
      </Box>
      {reason !== undefined && (
        <Typography component="div" variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {reason}
        </Typography>
      )}
    </Paper>
  );
}
