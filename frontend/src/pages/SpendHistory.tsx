/** Spend by month beside the year before. Loaded after the dashboard. */
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { t } from '@/messages/en/today';

export default function SpendHistory({ asOf }: { asOf: string }) {
  return (
    <HistoryPanel
      title={t('spendByMonth')}
      query={{ dataset: 'purchases', measures: ['spend'] }}
      asOf={asOf}
    />
  );
}
