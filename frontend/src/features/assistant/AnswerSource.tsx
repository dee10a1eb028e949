/** A line that names the source of an answer and opens the evidence. */
import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import { t } from '@/messages/en/assistant';
import { ChevronIcon } from '@/ui/icons';
import { SampleBadge } from '@/ui/dataBadges';
import { Evidence } from './Evidence';
import { describeSources } from './evidence';
import type { Answer } from './queries';

export function AnswerSource({ answer }: { answer: Answer }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (answer.calls.length === 0) return null;
  return (
    <Box sx={{ mt: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box
          component="button"
          type="button"
          title={t('sourcesOfThisAnswer')}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1,
            minHeight: 28,
            minWidth: 0,
            p: 0,
            border: 0,
            borderRadius: 0.6,
            typography: 'body2',
            textAlign: 'start',
            fontVariantNumeric: 'tabular-nums',
            color: 'text.secondary',
            bgcolor: 'transparent',
            cursor: 'pointer',
            '&:hover': { color: 'text.primary', textDecoration: 'underline' },
          }}
        >
          {t('evidenceFor', { answer: describeSources(answer) })}
          <ChevronIcon
            className="screen-only"
            aria-hidden
            sx={{ fontSize: 16, transform: open ? 'rotate(180deg)' : 'none' }}
          />
        </Box>
        {answer.sample && <SampleBadge />}
      </Box>
      {open && <Evidence id={id} answer={answer} />}
    </Box>
  );
}
