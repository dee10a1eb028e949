/** A question with its outcome. */
import { AnswerBubble } from './AnswerBubble';
import { FailedAnswer } from './FailedAnswer';
import { StoppedAnswer } from './StoppedAnswer';
import type { PartActions } from './AnswerQuery';
import type { Turn } from './conversationState';
import { ThinkingIndicator } from './ThinkingIndicator';
import { UserBubble } from './UserBubble';
import type { Conversation } from './useConversation';

interface TurnViewProps extends Pick<PartActions, 'onEdit'> {
  turn: Turn;
  talk: Conversation;
}

export function TurnView({ turn, talk, onEdit }: TurnViewProps) {
  return (
    <>
      <UserBubble question={turn.question} askedAt={turn.askedAt} />
      <Reply turn={turn} talk={talk} onEdit={onEdit} />
    </>
  );
}

function Reply({ turn, talk, onEdit }: TurnViewProps) {
  const { outcome } = turn;
  const again = { waiting: talk.waiting, onAskAgain: () => talk.askAgain(turn) };
  switch (outcome.state) {
    case 'waiting':
      return <ThinkingIndicator onStop={talk.stop} />;
    case 'answered':
      return (
        <AnswerBubble
          question={turn.question}
          answer={outcome.answer}
          rating={outcome.rating}
          waiting={talk.waiting}
          onChoose={(label, option) => talk.ask(label, option)}
          onAsk={(question) => talk.ask(question)}
          onEdit={onEdit}
        />
      );
    case 'failed':
      return <FailedAnswer failure={outcome.failure} at={outcome.at} {...again} />;
    case 'stopped':
      return <StoppedAnswer {...again} />;
  }
}
