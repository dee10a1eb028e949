/** What there is to reorder today, and what it costs. */
import { useQuery } from '@tanstack/react-query';
import { daysOfCover } from '@/lib/daysOfCover';
import { formatCount, formatMoney } from '@/lib/format';
import { t } from '@/messages/en/today';
import { TaskRow } from '@/ui/TaskRow';
import { UncheckedTask } from '@/ui/UncheckedTask';
import { recommendationsQuery } from './queries';

/** Nothing without recommendations: the panel below says why. */
export function ReorderTask() {
  const { data: response, isError } = useQuery(recommendationsQuery);
  if (!response) return <UncheckedTask failed={isError} text={t('couldntCheckReorders')} />;
  if (response.data.items.length === 0) return null;
  const { items, total, totalCost } = response.data;
  const urgent = items.filter((row) => (daysOfCover(row) ?? Infinity) < row.terms.leadTimeDays).length;
  return (
    <TaskRow
      title={t('reorderItems', { count: total, items: formatCount(total) })}
      to="?ordering=accept"
      amount={formatMoney(totalCost, response.meta?.currency)}
      detail={
        urgent > 0 ? t('runOutBeforeDelivery', { count: urgent, items: formatCount(urgent) }) : undefined
      }
    />
  );
}
