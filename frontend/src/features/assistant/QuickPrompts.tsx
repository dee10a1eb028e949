/** Four questions to ask with one click. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/assistant';
import { QUICK_PROMPTS } from './questions';

interface QuickPromptsProps {
  disabled: boolean;
  onAsk: (question: string) => void;
}

export function QuickPrompts({ disabled, onAsk }: QuickPromptsProps) {
  return (
    <Box
      role="group"
      aria-label={t('quickPrompts')}
      sx={{ display: 'flex', gap: 2, m: -1, p: 1, overflowX: 'auto', scrollbarWidth: 'none' }}
    >
      {QUICK_PROMPTS.map((prompt) => (
        <Box
          key={prompt}
          component="button"
          type="button"
          disabled={disabled}
          onClick={() => onAsk(prompt)}
          sx={{
            flexShrink: 0,
            px: 3,
            minHeight: 32,
            border: 1,
            borderColor: 'outline',
            borderRadius: 4,
            typography: 'body2',
            fontWeight: 600,
            color: 'text.primary',
            bgcolor: 'background.paper',
            cursor: 'pointer',
            '&:hover:enabled': { bgcolor: 'background.sunk' },
            '&:disabled': { color: 'text.secondary', cursor: 'default' },
          }}
        >
          {prompt}
        </Box>
      ))}
    </Box>
  );
}
