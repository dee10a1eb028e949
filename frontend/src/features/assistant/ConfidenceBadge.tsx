/** The confidence of an answer: high, medium or low, with its color. */
import { t } from '@/messages/en/assistant';
import { StatusBadge } from '@/ui/StatusBadge';
import { CONFIDENCE, type Confidence } from './confidence';

export function ConfidenceBadge({ confidence }: { confidence: Confidence }) {
  const { tone, label } = CONFIDENCE[confidence];
  return <StatusBadge tone={tone}>{t('confidence', { confidence: label })}</StatusBadge>;
}
