/** Whether the assistant is well, in a word: Online or Limited. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ToneMark } from '@/ui/ToneMark';
import type { Health } from './useHealth';

const tones = { unknown: 'grey', healthy: 'green', degraded: 'yellow' } as const;

export function HealthBadge({ health }: { health: Health }) {
  const { status, word, reason, checking } = health;
  return (
    <Box
      role="status"
      aria-label="Health"
      data-status={status}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
    >
      <ToneMark tone={tones[status]}>{word}</ToneMark>
      {checking && status === 'unknown' ? (
        <Said>checking...</Said>
      ) : (
        status === 'degraded' && reason !== undefined && <Said>{reason}</Said>
      )}
    </Box>
  );
}

function Said({ children }: { children: string }) {
  return (
    <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}
