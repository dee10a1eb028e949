/** Gives the keyboard back to the input after every press that asks, asks again or stops: what was pressed may be gone. */
import type { RefObject } from 'react';
import type { HeldTalk } from './useTalk';

export interface TypingPlace {
  /** The conversation, whose presses lead back to the input. */
  talk: HeldTalk;
  focus: () => void;
}

export function useTypingPlace(held: HeldTalk, input: RefObject<HTMLTextAreaElement | null>): TypingPlace {
  const focus = () => input.current?.focus({ preventScroll: true });
  const back = () => {
    // A keyboard on the screen would cover half of the answer.
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
