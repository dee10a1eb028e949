/** A question, and what became of it. */
import { AnswerBubble } from './AnswerBubble';
import { FailedReply } from './FailedReply';
import { StoppedReply } from './StoppedReply';
import type { Turn } from './talk';
import { Thinking } from './Thinking';
import { UserBubble } from './UserBubble';
import type { HeldTalk } from './useTalk';

export function TurnView({ turn, talk }: { turn: Turn; talk: HeldTalk }) {
  return (
    <>
      <UserBubble question={turn.question} askedAt={turn.askedAt} />
      <Reply turn={turn} talk={talk} />
    </>
  );
}

function Reply({ turn, talk }: { turn: Turn; talk: HeldTalk }) {
  const { outcome } = turn;
  const again = { waiting: talk.waiting, onAskAgain: () => talk.askAgain(turn) };
  switch (outcome.state) {
    case 'waiting':
      return <Thinking onStop={talk.stop} />;
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
      return <FailedReply said={outcome.said} at={outcome.at} {...again} />;
    case 'stopped':
      return <StoppedReply {...again} />;
  }
}
