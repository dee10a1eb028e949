/** Rates an answer: thumbs up, or thumbs down with a reason. The rating can be changed. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '@/messages/en/assistant';
import { IconButton } from '@/ui/IconButton';
import { FeedbackForm } from './FeedbackForm';
import { ThumbDownIcon, ThumbUpIcon } from './icons';
import type { Rating } from './queries';
import { useRating } from './useRating';

interface RatingButtonsProps {
  messageId: string;
  /** The rating stored on the server. */
  saved: Rating | undefined;
}

export function RatingButtons({ messageId, saved }: RatingButtonsProps) {
  const { rating, send, sending, failure } = useRating(messageId, saved);
  const [isConfirming, setIsConfirming] = useState(false);
  const [thanks, setThanks] = useState(false);

  const up = () => {
    setIsConfirming(false);
    send({ rating: 'up' }, () => setThanks(true));
  };
  // The rating is saved immediately. The reason is optional.
  const down = () => {
    setIsConfirming(true);
    setThanks(false);
    if (rating !== 'down') send({ rating: 'down' });
  };

  return (
    <>
      <Box
        role="group"
        aria-label={t('feedback')}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
      >
        <RatingButton label={t('thisHelped')} pressed={rating === 'up'} tone="success.main" onPress={up}>
          <ThumbUpIcon sx={{ fontSize: 18 }} />
        </RatingButton>
        <RatingButton
          label={t('thisDidNotHelp')}
          pressed={rating === 'down'}
          tone="error.main"
          onPress={down}
        >
          <ThumbDownIcon sx={{ fontSize: 18 }} />
        </RatingButton>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {thanks && !failure && t('thankYou')}
        </Typography>
      </Box>
      {failure && (
        <Typography role="alert" variant="body2" sx={{ flexBasis: '100%', color: 'error.main' }}>
          {failure.message}
        </Typography>
      )}
      {isConfirming && (
        <FeedbackForm
          sending={sending}
          onClose={() => setIsConfirming(false)}
          onSend={(why) =>
            send({ rating: 'down', ...why }, () => {
              setIsConfirming(false);
              setThanks(true);
            })
          }
        />
      )}
    </>
  );
}

interface RatingButtonProps {
  label: string;
  pressed: boolean;
  /** A palette name. */
  tone: string;
  onPress: () => void;
  children: React.ReactNode;
}

function RatingButton({ label, pressed, tone, onPress, children }: RatingButtonProps) {
  return (
    <IconButton
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
    </IconButton>
  );
}
