/** The assistant's health: Online or Limited. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant';
import { StatusBadge } from '@/ui/StatusBadge';
import type { Health } from './useHealth';

const tones = { unknown: 'grey', healthy: 'green', degraded: 'yellow' } as const;

export function HealthBadge({ health }: { health: Health }) {
  const { status, label, reason, checking } = health;
  return (
    <Box
      role="status"
      aria-label={t('health')}
      data-status={status}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
    >
      <StatusBadge tone={tones[status]}>{label}</StatusBadge>
      {checking && status === 'unknown' ? (
        <ReasonText>{t('checkingInline')}</ReasonText>
      ) : (
        status === 'degraded' && reason !== undefined && <ReasonText>{reason}</ReasonText>
      )}
    </Box>
  );
}

function ReasonText({ children }: { children: string }) {
  return (
    <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}
