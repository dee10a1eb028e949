/** The result of a confirmed deletion. */
import { Callout } from '@/ui/Callout';
import { deletionResultText, type DeletionResultData } from './withheldDeletions';

interface DeletionResultProps {
  removed: DeletionResultData;
  /** Rows of the table that now await confirmation. */
  withheld: number | undefined;
}

export function DeletionResult({ removed, withheld }: DeletionResultProps) {
  const { weight, words } = deletionResultText(removed, withheld);
  return <Callout severity={weight}>{words}</Callout>;
}
