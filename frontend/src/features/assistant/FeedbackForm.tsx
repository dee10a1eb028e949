/** Asks what was wrong with an answer: a reason, and words of one's own. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState, type SubmitEvent } from 'react';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { TextArea } from './TextArea';
import type { FeedbackReason } from './queries';

const reasons = {
  'A figure is wrong': 'wrong_figure',
  'It answers another question': 'misunderstood',
  'Something is missing': 'incomplete',
  'The data are old': 'out_of_date',
  'Something else': 'other',
} as const satisfies Record<string, FeedbackReason>;

type Choice = keyof typeof reasons;
const choices = Object.keys(reasons) as Choice[];

/** The server keeps no longer comment. */
const MAX_COMMENT_LENGTH = 1000;

interface Why {
  reason?: FeedbackReason;
  comment?: string;
}

interface FeedbackFormProps {
  sending: boolean;
  onSend: (why: Why) => void;
  onClose: () => void;
}

export function FeedbackForm({ sending, onSend, onClose }: FeedbackFormProps) {
  const id = useId();
  const [chosen, setChosen] = useState<Choice>();
  const [comment, setComment] = useState('');
  const words = comment.trim();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSend({ ...(chosen && { reason: reasons[chosen] }), ...(words !== '' && { comment: words }) });
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
        ml: 2,
        p: 4,
        borderRadius: 1,
        bgcolor: 'background.sunk',
      }}
    >
      <ToggleGroup
        label="What was wrong?"
        options={choices}
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
          In your own words (optional)
        </Typography>
        <TextArea
          id={id}
          rows={2}
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>Not now</Button>
        <Button
          type="submit"
          variant="contained"
          disabled={sending || (chosen === undefined && words === '')}
        >
          Send feedback
        </Button>
      </Box>
    </Box>
  );
}
