/** Whether an answer helped: a thumb up, or a thumb down that asks why. Either can be changed. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { IconControl } from '@/ui/IconControl';
import { FeedbackForm } from './FeedbackForm';
import { ThumbDownIcon, ThumbUpIcon } from './icons';
import type { Rating } from './queries';
import { useRating } from './useRating';

interface ThumbsProps {
  messageId: string;
  /** What the server has kept. */
  kept: Rating | undefined;
}

export function Thumbs({ messageId, kept }: ThumbsProps) {
  const { rating, send, sending, failure } = useRating(messageId, kept);
  const [asking, setAsking] = useState(false);
  const [thanks, setThanks] = useState(false);

  const up = () => {
    setAsking(false);
    send({ rating: 'up' }, () => setThanks(true));
  };
  // The thumb counts at once; the reason may follow.
  const down = () => {
    setAsking(true);
    setThanks(false);
    if (rating !== 'down') send({ rating: 'down' });
  };

  return (
    <>
      <Box role="group" aria-label="Feedback" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Thumb label="This helped" pressed={rating === 'up'} tone="success.main" onPress={up}>
          <ThumbUpIcon sx={{ fontSize: 18 }} />
        </Thumb>
        <Thumb label="This did not help" pressed={rating === 'down'} tone="error.main" onPress={down}>
          <ThumbDownIcon sx={{ fontSize: 18 }} />
        </Thumb>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {thanks && !failure && 'Thank you'}
        </Typography>
      </Box>
      {failure && (
        <Typography role="alert" variant="body2" sx={{ flexBasis: '100%', color: 'error.main' }}>
          {failure.message}
        </Typography>
      )}
      {asking && (
        <FeedbackForm
          sending={sending}
          onClose={() => setAsking(false)}
          onSend={(why) =>
            send({ rating: 'down', ...why }, () => {
              setAsking(false);
              setThanks(true);
            })
          }
        />
      )}
    </>
  );
}

interface ThumbProps {
  label: string;
  pressed: boolean;
  /** A palette name. */
  tone: string;
  onPress: () => void;
  children: React.ReactNode;
}

function Thumb({ label, pressed, tone, onPress, children }: ThumbProps) {
  return (
    <IconControl
      label={label}
      aria-pressed={pressed}
      onClick={onPress}
      sx={{
        width: 36,
        height: 36,
        color: pressed ? tone : 'text.primary',
        bgcolor: pressed ? 'background.sunk' : 'transparent',
        '& path': { fill: pressed ? 'currentColor' : 'none', fillOpacity: 0.25 },
      }}
    >
      {children}
    </IconControl>
  );
}
