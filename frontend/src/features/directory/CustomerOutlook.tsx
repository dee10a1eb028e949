/** A customer's next order, and whether it is still active. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { t } from '@/messages/en/directory';
import { Callout } from '@/ui/Callout';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { MethodDetails } from '@/ui/MethodDetails';
import { QueryPanel } from './QueryPanel';
import { customerPatternQuery } from './recordQueries';

const HEIGHT = 200;
/** Keeps names and figures close to each other, in CSS pixels. */
const MAX_WIDTH = 560;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export function CustomerOutlook({ id }: { id: string }) {
  const query = useQuery(customerPatternQuery(id));
  return (
    <QueryPanel
      title={t('nextOrder')}
      query={query}
      height={HEIGHT}
      emptyText={t('noOrdersYet')}
      isEmpty={({ data }) => data.items.length === 0}
    >
      {({ data, meta }) =>
        data.items.map((row) => {
          const { predicted_next: next, predictedNextLow80: low, predictedNextHigh80: high } = row;
          return (
            <Box key={row.customerId} sx={{ maxWidth: MAX_WIDTH }}>
              {row.predictedNextNote !== undefined && (
                <Callout severity="warning">{row.predictedNextNote}</Callout>
              )}
              <DescriptionList>
                <DescriptionItem name={t('predictedNextOrder')}>
                  {ISO_DAY.test(next) ? formatDay(next) : next}
                </DescriptionItem>
                {low !== undefined && high !== undefined && (
                  <DescriptionItem name={t('window80')}>
                    {t('fromTo', { from: formatDay(low), to: formatDay(high) })}
                  </DescriptionItem>
                )}
                <DescriptionItem name={t('averageOrder')}>
                  {formatMoney(row.average_spend, meta?.currency)}
                </DescriptionItem>
                <DescriptionItem name={t('ordersAYear')}>{formatNumber(row.frequency)}</DescriptionItem>
                <DescriptionItem name={t('lastOrder')}>{formatDay(row.last_purchase)}</DescriptionItem>
                <DescriptionItem name={t('orderIn30Days')}>
                  {formatPercent(row.orderIn30DaysPercent)}
                </DescriptionItem>
                <DescriptionItem name={t('stillACustomer')}>
                  {formatPercent(row.stillCustomerPercent)}
                </DescriptionItem>
              </DescriptionList>
              <MethodDetails method={meta?.method} rows={meta?.n} asOf={meta?.asOf} />
            </Box>
          );
        })
      }
    </QueryPanel>
  );
}
