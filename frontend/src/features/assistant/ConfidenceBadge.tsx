/** The confidence of an answer: high, medium or low, with its color. */
import { t } from '@/messages/en/assistant';
import { StatusBadge } from '@/ui/StatusBadge';
import { CONFIDENCE, type Confidence } from './confidence';

export function ConfidenceBadge({ confidence }: { confidence: Confidence }) {
  return <StatusBadge tone={CONFIDENCE[confidence].tone}>{t('confidence', { confidence })}</StatusBadge>;
}
