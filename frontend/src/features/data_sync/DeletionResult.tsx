/** What became of rows whose removal was confirmed. */
import { Callout } from '@/ui/Callout';
import { deletionResultText, type DeletionResultData } from './withheldDeletions';

interface DeletionResultProps {
  removed: DeletionResultData;
  /** Rows of the table that wait for an answer now. */
  heldBack: number | undefined;
}

export function DeletionResult({ removed, heldBack }: DeletionResultProps) {
  const { weight, words } = deletionResultText(removed, heldBack);
  return <Callout severity={weight}>{words}</Callout>;
}
