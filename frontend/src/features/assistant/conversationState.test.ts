/** Conversation state: late answers are dropped, the URL follows, and nothing is shown twice. */
import { describe, expect, it } from 'vitest';
import { answer } from './answer.fixture';
import {
  mergeTurns,
  openConversation,
  conversationReducer,
  type ConversationEvent,
} from './conversationState';

const at = '2026-06-14T12:00:00Z';
const reduceEvents = (...events: ConversationEvent[]) =>
  events.reduce(conversationReducer, openConversation(undefined, at));
const asked: ConversationEvent = { type: 'asked', key: 'a', question: 'Low?', option: undefined, at };
const answered: ConversationEvent = { type: 'answered', key: 'a', answer };

describe('a conversation', () => {
  it('learns its name from the first answer, and opens nothing when the address follows', () => {
    const talk = reduceEvents(asked, answered, { type: 'addressed', id: '0190-talk', at });
    expect(talk).toMatchObject({ currentId: '0190-talk', openedId: undefined, opening: 0 });
    expect(talk.turns).toHaveLength(1);
  });

  it('begins again where the address names another one', () => {
    const talk = reduceEvents(asked, answered, { type: 'addressed', id: 'other', at });
    expect(talk).toMatchObject({ currentId: 'other', openedId: 'other', opening: 1, turns: [] });
  });

  it('takes no answer for a question that was stopped or is not there', () => {
    const stopped = reduceEvents(asked, { type: 'stopped', key: 'a' }, answered);
    expect(stopped.turns[0]?.outcome).toEqual({ state: 'stopped' });
    expect(stopped.currentId).toBeUndefined();
    expect(reduceEvents(asked, { type: 'opened', id: undefined, at }, answered).turns).toEqual([]);
  });

  it('does not fail a question that was answered', () => {
    const failure = { message: '', requestId: '' };
    const talk = reduceEvents(asked, answered, { type: 'failed', key: 'a', failure, at });
    expect(talk.turns[0]?.outcome.state).toBe('answered');
  });

  it('shows what the server kept and what came since, nothing twice', () => {
    const since = reduceEvents(asked, answered, { ...asked, key: 'b' }).turns;
    const turns = mergeTurns([{ question: 'Low?', answer, rating: 'up' }], since);
    expect(turns.map(({ outcome }) => outcome.state)).toEqual(['answered', 'waiting']);
    expect(turns[0]?.outcome).toMatchObject({ rating: 'up' });
  });
});
