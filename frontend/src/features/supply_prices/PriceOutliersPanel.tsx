/** Unusual purchase prices, which do not count until someone confirms them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime, formatDay, formatMoney } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/price_outliers';
import { DataTable, type Column } from '@/ui/DataTable';
import { StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { RecordLink } from '@/ui/RecordLink';
import {
  permissionsQuery,
  priceKey,
  priceOutliersQuery,
  useConfirmPrice,
  type PriceOutlier,
} from './outlierQueries';

export function PriceOutliersPanel() {
  const prices = useInfiniteQuery(priceOutliersQuery);
  const account = useQuery(permissionsQuery);
  const confirm = useConfirmPrice();
  const mayConfirm = hasPermission(account.data?.permissions, 'purchasing.order');
  return (
    <Panel
      title={t('unusualPrices')}
      subtitle={t('unusualPricesAreLeftOutUntil')}
      badges={prices.isRefetchError && <StaleBadge since={prices.dataUpdatedAt} />}
    >
      {body()}
      {confirm.error && <ErrorAlert {...errorText(confirm.error, t('couldntSaveThePriceTryAgain'))} />}
    </Panel>
  );

  function body(): ReactNode {
    if (prices.isPending) return <LoadingPlaceholder label={t('theUnusualPricesAreLoading')} height={160} />;
    if (prices.isError && !prices.data) {
      const errorProps = errorText(prices.error, t('couldntLoadTheUnusualPrices'));
      return (
        <ErrorAlert {...errorProps} onRetry={() => void prices.refetch()} retrying={prices.isFetching} />
      );
    }
    const all = prices.data.pages.flatMap((page) => page.items);
    if (all.length === 0) return <EmptyState>{t('noUnusualPrices')}</EmptyState>;
    return (
      <>
        <DataTable
          id="unusual-prices"
          more={nextPage(prices, t('showOlderPrices'))}
          label={t('unusualPrices')}
          columns={columns()}
          rows={all}
          rowKey={priceKey}
          detail={{ label: t('rows'), rowName: priceName, render: (price) => <Rows price={price} /> }}
        />
      </>
    );
  }

  function columns(): Column<PriceOutlier>[] {
    return [
      {
        id: 'item',
        value: (price) => price.item,
        heading: t('item'),
        render: (price) => <ItemName price={price} />,
      },
      {
        id: 'day',
        value: (price) => price.day,
        heading: t('day'),
        noWrap: true,
        render: (price) => formatDay(price.day),
      },
      {
        id: 'price',
        value: (price) => price.unitPrice,
        heading: t('price'),
        numeric: true,
        render: (price) => formatMoney(price.unitPrice, price.currency),
      },
      {
        id: 'usualPrice',
        value: (price) => price.usualPrice,
        heading: t('usualPrice'),
        numeric: true,
        render: (price) => formatMoney(price.usualPrice, price.currency),
      },
      {
        id: 'status',
        value: ({ confirmation }) => (confirmation ? confirmation.confirmedBy : t('leftOut')),
        heading: t('status'),
        render: renderStatus,
      },
    ];
  }

  function renderStatus(price: PriceOutlier): ReactNode {
    const { confirmation } = price;
    const isConfirmed = confirmation !== undefined;
    return (
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        {isConfirmed
          ? t('confirmedBy', {
              name: confirmation.confirmedBy,
              at: formatDateTime(confirmation.confirmedAt),
            })
          : t('leftOut')}
        {mayConfirm && (
          <Button
            size="small"
            variant={isConfirmed ? 'text' : 'outlined'}
            aria-label={
              isConfirmed
                ? t('undoConfirmationOf', { name: priceName(price) })
                : t('confirmPriceOf', { name: priceName(price) })
            }
            onClick={() => confirm.mutate({ price, confirmed: !isConfirmed })}
            disabled={confirm.isPending}
          >
            {isConfirmed ? t('undo') : t('confirmPrice')}
          </Button>
        )}
      </Box>
    );
  }
}

const priceName = (price: PriceOutlier): string => `${price.item}, ${formatDay(price.day)}`;

function ItemName({ price }: { price: PriceOutlier }) {
  return (
    <>
      <RecordLink kind="item" id={price.itemId} name={price.item} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {price.supplierId === undefined ? (
          t('noSupplier')
        ) : (
          <RecordLink kind="supplier" id={price.supplierId} name={price.supplier} />
        )}
      </Typography>
    </>
  );
}

function Rows({ price }: { price: PriceOutlier }) {
  const hidden = price.lines - price.rows.length;
  return (
    <Box
      component="ul"
      aria-label={t('rowsOf', { name: priceName(price) })}
      sx={{ m: 0, paddingInlineStart: 5 }}
    >
      {price.rows.map((row) => (
        <li key={row.transactionId}>
          {t('lineOfOrder', {
            line: row.transactionId,
            order: row.orderId,
            quantity: formatQuantity(row.quantity, price.unit),
          })}
        </li>
      ))}
      {hidden > 0 && <li>{t('moreLines', { count: hidden, lines: formatCount(hidden) })}</li>}
    </Box>
  );
}
