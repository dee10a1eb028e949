/** Rows that the last sync rejected. */
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { t } from '@/messages/en/today';
import { TaskRow } from '@/ui/TaskRow';
import { UncheckedTask } from '@/ui/UncheckedTask';
import { syncStatusQuery } from './statusQuery';

export function RejectedRowsTask() {
  const { data: status, isError } = useQuery(syncStatusQuery);
  if (!status) return <UncheckedTask failed={isError} text={t('couldntCheckRejects')} />;
  const rejects = (status.tables ?? []).flatMap((table) => (table.rejects ? [table.rejects] : []));
  const [first] = rejects;
  const rejected = rejects.reduce((sum, table) => sum + table.rejected, 0);
  if (first === undefined || rejected === 0) return null;
  return (
    <TaskRow
      title={t('reviewRejectedRows', { count: rejected, rows: formatCount(rejected) })}
      to={rejectsPath(first.runId)}
      detail={t('figuresLackTheseRows')}
    />
  );
}
