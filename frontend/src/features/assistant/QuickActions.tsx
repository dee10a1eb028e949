/** Three quick actions that ask a question, and one that checks the assistant's health. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatTimeOfDay } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import { Panel } from '@/ui/Panel';
import { wrappingButton } from '@/ui/wrappingButton';
import { ASKING_ACTIONS } from './questions';
import type { Health } from './useHealth';

interface QuickActionsProps {
  /** A reply is pending. */
  waiting: boolean;
  health: Health;
  onAsk: (question: string) => void;
}

export function QuickActions({ waiting, health, onAsk }: QuickActionsProps) {
  const { checking, checkedAt, label: word, reason, check } = health;
  const [checked, setChecked] = useState(false);
  return (
    <Panel title={t('quickActions')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {ASKING_ACTIONS.map(({ label, question }) => (
          <Button key={label} variant="outlined" sx={wide} disabled={waiting} onClick={() => onAsk(question)}>
            {label}
          </Button>
        ))}
        <Button
          variant="outlined"
          sx={wide}
          disabled={checking}
          startIcon={checking && <CircularProgress size={14} color="inherit" aria-hidden />}
          onClick={() => {
            setChecked(true);
            check();
          }}
        >
          {t('checkSystemStatus')}
        </Button>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {checked &&
            (checking
              ? t('checking')
              : t('at', { word, checkedAt: formatTimeOfDay(checkedAt), reason: reason ?? '' }))}
        </Typography>
      </Box>
    </Panel>
  );
}

const wide = { ...wrappingButton, justifyContent: 'flex-start', textAlign: 'start' };
