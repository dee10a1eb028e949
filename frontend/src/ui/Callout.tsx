/**
 * A boxed message with its severity as color, icon and role. Errors are announced immediately, others
 * politely.
 */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from './icons';

const SEVERITIES = {
  success: { Icon: CheckIcon, role: 'status' },
  info: { Icon: InfoIcon, role: 'status' },
  warning: { Icon: WarningIcon, role: 'status' },
  error: { Icon: CrossIcon, role: 'alert' },
} as const;

interface CalloutProps {
  severity: keyof typeof SEVERITIES;
  action?: ReactNode;
  children: ReactNode;
}

export function Callout({ severity, action, children }: CalloutProps) {
  const { Icon, role } = SEVERITIES[severity];
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        p: 4,
        border: 1,
        borderColor: `${severity}.main`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Icon sx={{ color: `${severity}.main`, flexShrink: 0 }} />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
      {action}
    </Box>
  );
}
