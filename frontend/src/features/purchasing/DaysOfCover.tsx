/** How long the stock lasts, marked if it runs out before an order of today arrives. */
import { daysOfCover, formatDaysOfCover } from '@/lib/daysOfCover';
import { t } from '@/messages/en/purchasing';
import { Badge } from '@/ui/Badge';
import type { Recommendation } from './queries';

export function DaysOfCover({ row }: { row: Recommendation }) {
  const days = daysOfCover(row);
  const isUrgent = days !== undefined && days < row.terms.leadTimeDays;
  return (
    <>
      {formatDaysOfCover(days)} {isUrgent && <Badge tone="warning">{t('urgent')}</Badge>}
    </>
  );
}
