/** What the reader thinks of one answer: shown at once, taken back where the server did not keep it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sayFailure, type Said } from '@/api/errors';
import { rate, type Feedback, type Rating } from './queries';

export interface HeldRating {
  rating: Rating | undefined;
  send: (feedback: Feedback, onKept?: () => void) => void;
  sending: boolean;
  failure: Said | undefined;
}

export function useRating(messageId: string, kept: Rating | undefined): HeldRating {
  const call = useMutation({ mutationFn: (feedback: Feedback) => rate(messageId, feedback) });
  const [stored, setStored] = useState(kept);
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
    failure: call.isError ? sayFailure(call.error, 'Your feedback was not kept. Try again.') : undefined,
  };
}
