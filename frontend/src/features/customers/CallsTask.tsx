/** Customers whose next order is overdue, and what one order of each is worth. */
import { useQuery } from '@tanstack/react-query';
import { apiBodyQuery } from '@/api/queries';
import { formatCount, formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/today';
import { RecordLink } from '@/ui/RecordLink';
import { TaskRow } from '@/ui/TaskRow';
import { UncheckedTask } from '@/ui/UncheckedTask';

const NAMES = 3;

const overdueQuery = apiBodyQuery('/api/customers', {
  params: { query: { overdue: true, sort: '-average_spend', limit: NAMES } },
});

export function CallsTask() {
  const { data: response, isError } = useQuery(overdueQuery);
  if (!response) return <UncheckedTask failed={isError} text={t('couldntCheckCalls')} />;
  if (response.data.items.length === 0) return null;
  const { items, total, totalAverageSpend } = response.data;
  return (
    <TaskRow
      title={t('callCustomers', { count: total, customers: formatCount(total) })}
      to={`${paths.customers}?sort=predicted_next`}
      amount={formatMoney(totalAverageSpend, response.meta?.currency)}
      detail={items.map(({ customerId, customer }, index) => (
        <span key={customerId}>
          {index > 0 && ', '}
          <RecordLink kind="customer" id={customerId} name={customer} />
        </span>
      ))}
    />
  );
}
