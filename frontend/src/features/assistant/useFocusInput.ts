/**
 * Returns the focus to the input after every press that asks, retries or stops, because the button may be
 * gone.
 */
import type { RefObject } from 'react';
import type { Conversation } from './useConversation';

interface FocusInput {
  /** The element of the conversation. Presses inside it return the focus to the input. */
  talk: Conversation;
  focus: () => void;
}

export function useFocusInput(held: Conversation, input: RefObject<HTMLTextAreaElement | null>): FocusInput {
  const focus = () => input.current?.focus({ preventScroll: true });
  const back = () => {
    // An on-screen keyboard would cover half of the answer.
    if (!window.matchMedia?.('(pointer: coarse)').matches) focus();
  };
  return {
    focus,
    talk: {
      ...held,
      ask: (question, option) => {
        const sent = held.ask(question, option);
        back();
        return sent;
      },
      askAgain: (turn) => {
        held.askAgain(turn);
        back();
      },
      stop: () => {
        held.stop();
        back();
      },
      startNew: () => {
        held.startNew();
        back();
      },
    },
  };
}
