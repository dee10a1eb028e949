/** A question with its outcome. */
import { AnswerBubble } from './AnswerBubble';
import { FailedAnswer } from './FailedAnswer';
import { StoppedAnswer } from './StoppedAnswer';
import type { Turn } from './conversationState';
import { ThinkingIndicator } from './ThinkingIndicator';
import { UserBubble } from './UserBubble';
import type { Conversation } from './useConversation';

export function TurnView({ turn, talk }: { turn: Turn; talk: Conversation }) {
  return (
    <>
      <UserBubble question={turn.question} askedAt={turn.askedAt} />
      <Reply turn={turn} talk={talk} />
    </>
  );
}

function Reply({ turn, talk }: { turn: Turn; talk: Conversation }) {
  const { outcome } = turn;
  const again = { waiting: talk.waiting, onAskAgain: () => talk.askAgain(turn) };
  switch (outcome.state) {
    case 'waiting':
      return <ThinkingIndicator onStop={talk.stop} />;
    case 'answered':
      return (
        <AnswerBubble
          answer={outcome.answer}
          rating={outcome.rating}
          waiting={talk.waiting}
          onChoose={(label, option) => talk.ask(label, option)}
        />
      );
    case 'failed':
      return <FailedAnswer failure={outcome.failure} at={outcome.at} {...again} />;
    case 'stopped':
      return <StoppedAnswer {...again} />;
  }
}
