/** Which deliveries are late, and what they are worth. */
import { useQuery } from '@tanstack/react-query';
import { formatMeasure, metricQuery, readRows, type MetricQuery } from '@/api/metricQueries';
import { formatCount } from '@/lib/format';
import { recordPath } from '@/lib/paths';
import { t } from '@/messages/en/today';
import { TaskRow } from '@/ui/TaskRow';
import { UncheckedTask } from '@/ui/UncheckedTask';

/** Suppliers with overdue lines, the largest amount first. */
const OVERDUE: MetricQuery = {
  dataset: 'purchases',
  measures: ['overdue_amount', 'overdue_lines'],
  dimensions: ['supplier_id', 'supplier'],
  period: { preset: 'last_12_months' },
  having: [{ measure: 'overdue_lines', op: '>', value: 0 }],
  limit: 1,
};

export function LateDeliveriesTask() {
  const { data, isError } = useQuery(metricQuery(OVERDUE));
  if (!data) return <UncheckedTask failed={isError} text={t('couldntCheckDeliveries')} />;
  const [first] = readRows(data.data);
  if (first === undefined) return null;
  const [total = {}] = readRows({ ...data.data, rows: data.data.totals });
  const lines = Number(total.overdue_lines ?? 0);
  const id = String(first.supplier_id ?? '');
  return (
    <TaskRow
      title={t('deliveriesAreLate', { count: lines, lines: formatCount(lines) })}
      to={recordPath('supplier', id)}
      amount={formatMeasure(data.data, total, 'overdue_amount')}
      detail={t('mostOfItFrom', {
        supplier: String(first.supplier ?? id),
        amount: formatMeasure(data.data, first, 'overdue_amount') ?? '–',
      })}
    />
  );
}
