/** How sure an answer is, in a word and its colour. */
import { ToneMark } from '@/ui/ToneMark';
import { CONFIDENCE, type Confidence } from './confidence';

export function ConfidenceBadge({ confidence }: { confidence: Confidence }) {
  return <ToneMark tone={CONFIDENCE[confidence].tone}>{`${confidence} confidence`}</ToneMark>;
}
