/**
 * Asks the question in `?ask=<question>` once and removes it from the URL. While a reply is pending, it stays
 * in the input.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useUrlParams } from '@/lib/useUrlParams';
import { MAX_QUESTION_LENGTH } from './questions';
import { ASK_PARAM, type Conversation } from './useConversation';

export function useAskFromUrl(talk: Conversation, fill: (question: string) => void): void {
  const [address, setAddress] = useUrlParams();
  const question = address.get(ASK_PARAM);
  const { loading } = talk;
  const taken = useRef<string>(null);

  const askOnce = useEffectEvent((wanted: string) => {
    taken.current = wanted;
    if (!talk.ask(wanted)) fill(wanted.trim().slice(0, MAX_QUESTION_LENGTH));
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(ASK_PARAM);
        return after;
      },
      { replace: true },
    );
  });

  useEffect(() => {
    if (question === null) taken.current = null;
    else if (!loading && taken.current !== question) askOnce(question);
  }, [question, loading]);
}
