/**
 * The query of an answer: its parts, which can be taken out or changed for a follow-up, and the same figures on
 * the explore page and the dashboard.
 */
import Box from '@mui/material/Box';
import { queryPath, type MetricQuery } from '@/lib/exploreQuestion';
import { t } from '@/messages/en/answer_query';
import { CloseIcon } from '@/ui/icons';
import { TextLink } from '@/ui/TextLink';
import { askAboutMeasure } from './questions';
import { PinAnswer } from './PinAnswer';
import type { Answer, Part } from './queries';

/** What the user does with a part. */
export interface PartActions {
  /** Asks a follow-up. */
  onAsk: (question: string) => void;
  /** Prepares a follow-up, with the text to replace selected. */
  onEdit: (draft: string, selected: string) => void;
}

interface AnswerQueryProps extends PartActions {
  question: string;
  answer: Answer;
  /** A reply to another question is pending. */
  disabled: boolean;
}

export function AnswerQuery({ question, answer, disabled, onAsk, onEdit }: AnswerQueryProps) {
  const { parts = [], query, conversationId } = answer;
  const path = query === undefined ? undefined : queryPath(query as MetricQuery);
  // Only the questions of stored conversations have follow-ups, and only members have a dashboard.
  const isStored = conversationId !== undefined;
  return (
    <Box className="screen-only">
      {isStored && parts.length > 0 && (
        <Box role="group" aria-label={t('partsOfTheQuestion')} sx={row}>
          {parts.map((part) => (
            <PartChip
              key={`${part.kind} ${part.text}`}
              part={part}
              disabled={disabled}
              onAsk={onAsk}
              onEdit={onEdit}
            />
          ))}
        </Box>
      )}
      {path !== undefined && (
        <Box sx={{ ...row, columnGap: 4 }}>
          <TextLink to={path}>{t('openInExplore')}</TextLink>
          {isStored && <PinAnswer name={question} query={query as MetricQuery} path={path} />}
        </Box>
      )}
    </Box>
  );
}

interface PartChipProps extends PartActions {
  part: Part;
  disabled: boolean;
}

function PartChip({ part: { kind, text, clear }, disabled, onAsk, onEdit }: PartChipProps) {
  return (
    <Box
      sx={{
        display: 'inline-flex',
        border: 1,
        borderColor: 'outline',
        borderRadius: 4,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="button"
        type="button"
        aria-label={t('change', { part: text })}
        disabled={disabled}
        onClick={() => onEdit(kind === 'measure' ? askAboutMeasure(text) : text, text)}
        sx={{ ...half, px: 3, paddingInlineEnd: clear === undefined ? 3 : 1 }}
      >
        {text}
      </Box>
      {clear !== undefined && (
        <Box
          component="button"
          type="button"
          aria-label={t('remove', { part: text })}
          disabled={disabled}
          onClick={() => onAsk(clear)}
          sx={{ ...half, px: 2 }}
        >
          <CloseIcon aria-hidden sx={{ fontSize: 16, display: 'block' }} />
        </Box>
      )}
    </Box>
  );
}

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 4 };
const half = {
  minHeight: 32,
  border: 0,
  borderRadius: 4,
  typography: 'body2',
  color: 'text.primary',
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&:hover:enabled': { bgcolor: 'background.sunk' },
  '&:disabled': { color: 'text.secondary', cursor: 'default' },
};
