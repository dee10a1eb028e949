/** What the coming weeks will need and which months are good for buying, each with one key figure. */
import Box from '@mui/material/Box';
import { formatPercent } from '@/lib/format';
import { t } from '@/messages/en/customers';
import { EmptyState } from '@/ui/EmptyState';
import { BuyingMonths } from './BuyingMonths';
import { CustomersPanel } from './CustomersPanel';
import { NeedsOverTime } from './NeedsOverTime';
import { Prediction } from './Prediction';
import type { BestMonthToBuy, Customers, Meta } from './queries';

interface PredictionsPanelProps {
  customers: Customers;
  meta: Meta | undefined;
}

/** How the savings of the coming months are calculated. */
function monthSavings(best: readonly BestMonthToBuy[] | undefined): string {
  if (best === undefined) return t('noMonthIsCheaper');
  const months = best.map(({ category, month, percent: saved }) =>
    t('in', { category, month, saved: formatPercent(saved) }),
  );
  return t('savedComparedWithBuyingAtPeak', { months: months.join(', ') });
}

export function PredictionsPanel({ customers, meta }: PredictionsPanelProps) {
  const { headlines, status, prediction_trends: weeks, purchase_windows: months } = customers;
  return (
    <CustomersPanel title={t('purchasePredictions')} meta={meta}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 8,
          rowGap: 8,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Prediction
          title={t('predictedNeedsOverTime')}
          figure={headlines.predictedNeeds}
          note={headlines.predictedNeedsNote}
          meaning={t('expectedOrdersAsAShareOf')}
        >
          {weeks.length === 0 ? (
            <EmptyState>{status.prediction_trends ?? t('notEnoughDataForAPrediction')}</EmptyState>
          ) : (
            <NeedsOverTime weeks={weeks} />
          )}
        </Prediction>
        <Prediction
          title={t('optimalPurchaseWindows')}
          figure={headlines.purchaseWindow}
          note={headlines.purchaseWindowNote}
          meaning={monthSavings(headlines.purchaseWindowCategories)}
        >
          {months.length === 0 ? (
            <EmptyState>{status.purchase_windows ?? t('notEnoughDataToCompareMonths')}</EmptyState>
          ) : (
            <BuyingMonths months={months} />
          )}
        </Prediction>
      </Box>
    </CustomersPanel>
  );
}
