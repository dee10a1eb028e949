/** The state of the open conversation: its turns and their outcomes. */
import type { ErrorText } from '@/api/errors';
import type { Answer, Exchange, OptionChoice, Rating } from './queries';

/** How a question ended. */
type Outcome =
  | { state: 'waiting' }
  | { state: 'answered'; answer: Answer; rating: Rating | undefined }
  | { state: 'failed'; failure: ErrorText; at: string }
  | { state: 'stopped' };

/** A question and its outcome. */
export interface Turn {
  /** Identifies the turn. */
  key: string;
  question: string;
  /** RFC 3339. */
  askedAt: string;
  /** The option that was chosen instead of typing. */
  option: OptionChoice | undefined;
  outcome: Outcome;
}

interface ConversationState {
  /** Incremented each time a conversation is opened, so that late answers can be recognized. */
  opening: number;
  /** The conversation in the URL when this was opened. None for a new conversation. */
  openedId: string | undefined;
  /** The conversation that the next question continues. None before the first answer. */
  currentId: string | undefined;
  /** The conversation in the URL at the last check. */
  addressId: string | undefined;
  /** When this was opened, RFC 3339. */
  openedAt: string;
  turns: readonly Turn[];
}

export type ConversationEvent =
  | { type: 'opened'; id: string | undefined; at: string }
  | { type: 'addressed'; id: string | undefined; at: string }
  | { type: 'asked'; key: string; question: string; option: OptionChoice | undefined; at: string }
  | { type: 'askedAgain'; key: string; at: string }
  | { type: 'answered'; key: string; answer: Answer }
  | { type: 'failed'; key: string; failure: ErrorText; at: string }
  | { type: 'stopped'; key: string };

/** A new conversation. */
export function openConversation(id: string | undefined, at: string, opening = 0): ConversationState {
  return { opening, openedId: id, currentId: id, addressId: id, openedAt: at, turns: [] };
}

export function conversationReducer(talk: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'opened':
      return openConversation(event.id, event.at, talk.opening + 1);
    case 'addressed':
      // The URL changes with the first answer of a new conversation. That doesn't open another one.
      return event.id === talk.currentId
        ? { ...talk, addressId: event.id }
        : openConversation(event.id, event.at, talk.opening + 1);
    case 'asked': {
      const { key, question, option, at } = event;
      const turn: Turn = { key, question, option, askedAt: at, outcome: { state: 'waiting' } };
      return { ...talk, turns: [...talk.turns, turn] };
    }
    case 'askedAgain':
      return settleTurn(talk, event.key, { state: 'waiting' }, event.at);
    case 'answered': {
      const { answer, key } = event;
      if (!isWaiting(talk, key)) return talk;
      const outcome: Outcome = { state: 'answered', answer, rating: undefined };
      return { ...settleTurn(talk, key, outcome, answer.askedAt), currentId: answer.conversationId };
    }
    case 'failed':
      return isWaiting(talk, event.key)
        ? settleTurn(talk, event.key, { state: 'failed', failure: event.failure, at: event.at })
        : talk;
    case 'stopped':
      return isWaiting(talk, event.key) ? settleTurn(talk, event.key, { state: 'stopped' }) : talk;
  }
}

function isWaiting(talk: ConversationState, key: string): boolean {
  return talk.turns.some((turn) => turn.key === key && turn.outcome.state === 'waiting');
}

function settleTurn(
  talk: ConversationState,
  key: string,
  outcome: Outcome,
  askedAt?: string,
): ConversationState {
  const turns = talk.turns.map((turn) =>
    turn.key === key ? { ...turn, outcome, askedAt: askedAt ?? turn.askedAt } : turn,
  );
  return { ...talk, turns };
}

/** A stored exchange, as a turn. */
function turnFromExchange({ question, answer, rating }: Exchange): Turn {
  return {
    key: answer.messageId,
    question,
    askedAt: answer.askedAt,
    option: undefined,
    outcome: { state: 'answered', answer, rating },
  };
}

/** All turns: stored ones first, then new ones, without duplicates. */
export function mergeTurns(past: readonly Exchange[], since: readonly Turn[]): readonly Turn[] {
  const saved = new Set(past.map(({ answer }) => answer.messageId));
  const isKept = ({ outcome }: Turn) => outcome.state === 'answered' && saved.has(outcome.answer.messageId);
  return [...past.map(turnFromExchange), ...since.filter((turn) => !isKept(turn))];
}
