/**
 * The open conversation: asks one question at a time and keeps the URL in sync, so that a reload reopens it.
 */
import { SproutError } from '@sprout/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { errorText, type ErrorText } from '@/api/errors';
import { invalidate } from '@/api/queries';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/assistant';
import { askAssistant, conversationQuery, type OptionChoice } from './queries';
import { normalizeQuestion } from './questions';
import { mergeTurns, openConversation, conversationReducer, type Turn } from './conversationState';

/** The query parameter of the conversation. */
export const CONVERSATION_PARAM = 'conversation';
/** The query parameter of a question to ask. */
export const ASK_PARAM = 'ask';

export interface Conversation {
  turns: readonly Turn[];
  /** The open conversation. None before the first answer of a new one. */
  id: string | undefined;
  /** When the conversation was opened in this tab, RFC 3339. */
  openedAt: string;
  /** A question was asked since it was opened. */
  hasStarted: boolean;
  /** A reply is pending. */
  waiting: boolean;
  /** Earlier messages are loading. */
  loading: boolean;
  /** Why earlier messages failed to load. */
  failure: ErrorText | undefined;
  reload: () => void;
  /** Asks a question. Returns false if it is empty or a reply is pending. */
  ask: (question: string, option?: OptionChoice) => boolean;
  /** Retries a question that failed or was stopped. */
  askAgain: (turn: Turn) => void;
  /** Stops waiting for the reply. */
  stop: () => void;
  open: (id: string) => void;
  startNew: () => void;
}

const now = () => new Date().toISOString();

export function useConversation(): Conversation {
  const queryClient = useQueryClient();
  const [address, setAddress] = useUrlParams();
  const addressed = address.get(CONVERSATION_PARAM) ?? undefined;
  const [talk, dispatch] = useReducer(conversationReducer, addressed, (id) => openConversation(id, now()));
  if (talk.addressId !== addressed) dispatch({ type: 'addressed', id: addressed, at: now() });

  const { openedId, opening, currentId } = talk;
  const past = useQuery({ ...conversationQuery(openedId ?? ''), enabled: openedId !== undefined });
  const turns = mergeTurns(past.data?.items ?? [], talk.turns);
  const waiting = talk.turns.some(({ outcome }) => outcome.state === 'waiting');
  const ready = openedId === undefined || past.isSuccess;
  const pending = useRef<{ abort: AbortController; key: string; opening: number }>(null);

  const go = (id: string | undefined, replace: boolean, response = false) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === undefined) after.delete(CONVERSATION_PARAM);
        else after.set(CONVERSATION_PARAM, id);
        if (response) after.delete(ASK_PARAM);
        return after;
      },
      { replace },
    );

  const followFirstAnswer = useEffectEvent(() => {
    // A fast response can arrive before the URL has dropped its question. The effect event reads the newest
    // URL.
    if (currentId !== undefined && currentId !== addressed) go(currentId, true, true);
  });
  useEffect(() => followFirstAnswer(), [currentId]);

  // Abort the pending question of the previous conversation.
  useEffect(() => {
    if (pending.current === null || pending.current.opening === opening) return;
    pending.current.abort.abort();
    pending.current = null;
  }, [opening]);

  function send(key: string, query: string, option: OptionChoice | undefined) {
    const abort = new AbortController();
    pending.current = { abort, key, opening };
    const question = {
      query,
      ...(currentId !== undefined && { conversationId: currentId }),
      ...(option && { option }),
    };
    void askAssistant(question, abort.signal)
      .then(
        (answer) => {
          dispatch({ type: 'answered', key, answer });
          void invalidate(queryClient, '/api/ai-bot/conversations');
        },
        (failure: unknown) => {
          if (abort.signal.aborted) return;
          console.error('Failed to answer the question', failure);
          dispatch({ type: 'failed', key, failure: failureText(failure), at: now() });
        },
      )
      .finally(() => {
        if (pending.current?.abort === abort) pending.current = null;
      });
  }

  function begin(question: string, option: OptionChoice | undefined) {
    const key = `${String(opening)}.${String(talk.turns.length)}`;
    dispatch({ type: 'asked', key, question, option, at: now() });
    send(key, question, option);
  }

  return {
    turns,
    id: currentId,
    openedAt: past.data?.conversation.createdAt ?? talk.openedAt,
    hasStarted: talk.turns.length > 0,
    waiting,
    loading: !ready && !past.isError,
    failure: past.isError ? errorText(past.error, t('couldntLoadTheConversation')) : undefined,
    reload: () => void past.refetch(),
    ask: (typed, option) => {
      const question = normalizeQuestion(typed);
      if (question === undefined || !ready || pending.current !== null) return false;
      begin(question, option);
      return true;
    },
    askAgain: ({ key, question, option }) => {
      if (pending.current !== null) return;
      // The answer should be the newest message, so an older question is asked again at the end.
      if (talk.turns.at(-1)?.key !== key) {
        begin(question, option);
        return;
      }
      dispatch({ type: 'askedAgain', key, at: now() });
      send(key, question, option);
    },
    stop: () => {
      if (pending.current === null) return;
      pending.current.abort.abort();
      dispatch({ type: 'stopped', key: pending.current.key });
      pending.current = null;
    },
    open: (id) => {
      if (id !== currentId) go(id, false);
    },
    startNew: () => {
      if (addressed === undefined) dispatch({ type: 'opened', id: undefined, at: now() });
      else go(undefined, false);
    },
  };
}

/** The reason for a missing answer, as text, if known. */
function failureText(failure: unknown): ErrorText {
  if (!(failure instanceof SproutError)) return { message: '', requestId: '' };
  return { message: failure.message, requestId: failure.requestId };
}
