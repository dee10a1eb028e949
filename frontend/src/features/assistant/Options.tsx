/** Ready-made replies to a clarifying question. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { t } from '@/messages/en/assistant';
import type { Answer, OptionChoice } from './queries';

interface OptionsProps {
  answer: Answer;
  disabled: boolean;
  onChoose: (label: string, option: OptionChoice) => void;
}

export function Options({ answer: { messageId, options }, disabled, onChoose }: OptionsProps) {
  if (options.length === 0) return null;
  return (
    <Box
      className="screen-only"
      role="group"
      aria-label={t('chooseOne')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}
    >
      {options.map(({ label }, index) => (
        <Button
          key={index}
          variant="outlined"
          disabled={disabled}
          sx={{ whiteSpace: 'normal', textAlign: 'start' }}
          onClick={() => onChoose(label, { messageId, index: index })}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
}
