/** One suggestion: title, urgency, reason and possible actions. A click asks for details. */
import Box from '@mui/material/Box';
import { useId } from 'react';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import { StatusBadge } from '@/ui/StatusBadge';
import type { Suggestion } from './queries';

const priorities = {
  high: {
    tone: 'red',
    get word() {
      return t('high');
    },
  },
  medium: {
    tone: 'yellow',
    get word() {
      return t('medium');
    },
  },
  low: {
    tone: 'blue',
    get word() {
      return t('low');
    },
  },
} as const;

/** Items that are named. The others are counted. */
const PRIORITY_NAMES = 3;

interface SuggestionCardProps {
  suggestion: Suggestion;
  disabled: boolean;
  onAsk: () => void;
}

export function SuggestionCard({ suggestion, disabled, onAsk }: SuggestionCardProps) {
  const id = useId();
  const { title, message, action, priority, items } = suggestion;
  const { tone, word } = priorities[priority];
  const more = items.length - PRIORITY_NAMES;
  return (
    <Box
      component="button"
      type="button"
      disabled={disabled}
      onClick={onAsk}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-rest`}
      sx={{
        display: 'block',
        width: '100%',
        p: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.8,
        textAlign: 'start',
        typography: 'body1',
        color: 'text.primary',
        bgcolor: 'background.paper',
        cursor: 'pointer',
        '&:hover:enabled': { borderColor: 'outline', bgcolor: 'background.sunk' },
        '&:disabled': { cursor: 'default' },
        '& span': { overflowWrap: 'anywhere' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', mb: 1 }}>
        <Box component="span" id={`${id}-title`} sx={{ fontWeight: 650, flexGrow: 1, minWidth: 0 }}>
          {title}
        </Box>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </Box>
      <Box component="span" id={`${id}-rest`} sx={{ display: 'grid', gap: 1, typography: 'body2' }}>
        <span>{message}</span>
        {items.length > 0 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {items.slice(0, PRIORITY_NAMES).map((item, index) => (
              <Box key={index} component="span" data-item sx={{ display: 'block' }}>
                {item}
              </Box>
            ))}
            {more > 0 && (
              <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
                {t('more', { more: formatCount(more) })}
              </Box>
            )}
          </Box>
        )}
        <Box component="span" sx={{ color: 'primary.main', fontWeight: 600 }}>
          {action}
        </Box>
      </Box>
    </Box>
  );
}
