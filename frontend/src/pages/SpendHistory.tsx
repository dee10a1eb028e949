/** Spend by month beside the year before. Loaded after the dashboard. */
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { purchaseMeasures } from '@/features/purchasing/purchaseMeasures';
import { t } from '@/messages/en/today';

export default function SpendHistory({ asOf }: { asOf: string }) {
  return (
    <HistoryPanel
      title={t('spendByMonth')}
      query={{ ...purchaseMeasures, measures: ['spend'] }}
      requested={purchaseMeasures.measures}
      asOf={asOf}
    />
  );
}
