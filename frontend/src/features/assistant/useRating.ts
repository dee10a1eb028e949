/** The user's rating of one answer: shown immediately, and reverted if the server doesn't store it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, type ErrorText } from '@/api/errors';
import { t } from '@/messages/en/assistant';
import { sendFeedback, type Feedback, type Rating } from './queries';

interface RatingState {
  rating: Rating | undefined;
  send: (feedback: Feedback, onKept?: () => void) => void;
  sending: boolean;
  failure: ErrorText | undefined;
}

export function useRating(messageId: string, saved: Rating | undefined): RatingState {
  const call = useMutation({ mutationFn: (feedback: Feedback) => sendFeedback(messageId, feedback) });
  const [stored, setStored] = useState(saved);
  return {
    rating: call.isPending ? call.variables.rating : stored,
    send: (feedback, onKept) => {
      if (call.isPending) return;
      call.mutate(feedback, {
        onSuccess: () => {
          setStored(feedback.rating);
          onKept?.();
        },
      });
    },
    sending: call.isPending,
    failure: call.isError ? errorText(call.error, t('couldntSaveYourFeedbackTryAgain')) : undefined,
  };
}
