/** What became of rows whose removal was confirmed. */
import { Callout } from '@/ui/Callout';
import { outcomeInWords, type Removed } from './removals';

interface RemovalOutcomeProps {
  removed: Removed;
  /** Rows of the table that wait for an answer now. */
  heldBack: number | undefined;
}

export function RemovalOutcome({ removed, heldBack }: RemovalOutcomeProps) {
  const { weight, words } = outcomeInWords(removed, heldBack);
  return <Callout weight={weight}>{words}</Callout>;
}
