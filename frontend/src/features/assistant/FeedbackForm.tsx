/** Asks what was wrong with an answer: a reason and details. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState, type SubmitEvent } from 'react';
import { FEEDBACK_REASON_LABELS } from '@/lib/feedbackReasons';
import { t } from '@/messages/en/assistant';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { TextArea } from './TextArea';
import type { FeedbackReason } from './queries';

const REASONS = Object.keys(FEEDBACK_REASON_LABELS) as FeedbackReason[];

/** Maximum length of a comment on the server. */
const MAX_COMMENT_LENGTH = 1000;

interface Why {
  reason?: FeedbackReason;
  comment?: string;
  shared?: boolean;
}

interface FeedbackFormProps {
  sending: boolean;
  onSend: (why: Why) => void;
  onClose: () => void;
}

export function FeedbackForm({ sending, onSend, onClose }: FeedbackFormProps) {
  const id = useId();
  const [chosen, setChosen] = useState<FeedbackReason>();
  const [comment, setComment] = useState('');
  const [shared, setShared] = useState(false);
  const words = comment.trim();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSend({
      ...(chosen && { reason: chosen }),
      ...(words !== '' && { comment: words }),
      ...(shared && { shared }),
    });
  };

  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{
        flexBasis: '100%',
        display: 'grid',
        gap: 3,
        mt: 2,
        marginInlineStart: 2,
        p: 4,
        borderRadius: 1,
        bgcolor: 'background.sunk',
      }}
    >
      <ToggleGroup
        label={t('whatWasTheProblem')}
        options={REASONS}
        optionLabel={(reason) => FEEDBACK_REASON_LABELS[reason]}
        selected={chosen ? [chosen] : []}
        onToggle={(choice) => setChosen(choice === chosen ? undefined : choice)}
      />
      <Box>
        <Typography
          component="label"
          htmlFor={id}
          variant="body2"
          sx={{ display: 'block', fontWeight: 600, mb: 1 }}
        >
          {t('detailsOptional')}
        </Typography>
        <TextArea
          id={id}
          rows={2}
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Box>
      <Box component="label" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', typography: 'body2' }}>
        <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
        {t('shareWithOperators')}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('adminsOfYourOrganizationSee')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>{t('skip')}</Button>
        <Button
          type="submit"
          variant="contained"
          disabled={sending || (chosen === undefined && words === '' && !shared)}
        >
          {t('sendFeedback')}
        </Button>
      </Box>
    </Box>
  );
}
