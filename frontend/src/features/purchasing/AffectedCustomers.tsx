/** The customers whose bookings an order no longer meets in time, by delivery week. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatShortDay } from '@/lib/dateFormat';
import { formatCount, formatDay, formatMoney } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/order_emails';
import { StaleBadge } from '@/ui/dataBadges';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { RecordLink } from '@/ui/RecordLink';
import { affectedCustomersFetcher, affectedCustomersQuery, type AffectedBooking } from './orderEmailQueries';

export function AffectedCustomers({ draftId }: { draftId: string }) {
  const { data, error, ...pages } = useInfiniteQuery(affectedCustomersQuery(draftId));
  return (
    <Panel
      title={t('affectedCustomers')}
      subtitle={t('affectedCustomersHelp')}
      badges={pages.isRefetchError && data && <StaleBadge since={pages.dataUpdatedAt} />}
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    const first = data?.pages[0];
    if (!first && !error) return <LoadingPlaceholder label={t('affectedCustomersAreLoading')} height={160} />;
    if (!first) {
      return (
        <ErrorAlert
          {...errorText(error, t('couldntLoadAffectedCustomers'))}
          onRetry={() => void pages.refetch()}
          retrying={pages.isFetching}
        />
      );
    }
    if (!first.isCounted) return <EmptyState>{t('orderNotCounted')}</EmptyState>;
    if (first.openBookings === 0) return <EmptyState>{t('noBookingsOfTheseItems')}</EmptyState>;
    if (first.total === 0) return <EmptyState>{t('allBookingsAsOrdered')}</EmptyState>;
    const values = first.values.map(({ currency, value }) => formatMoney(value, currency)).join(', ');
    return (
      <>
        <p>
          {t('affectedSummary', {
            customers: formatCount(first.customers),
            bookings: formatCount(first.total),
            values: values === '' ? t('noPrice') : values,
          })}
        </p>
        <DataTable
          id="affected"
          label={t('affectedCustomers')}
          columns={columns()}
          rows={data?.pages.flatMap(({ items }) => items) ?? []}
          rowKey={({ bookingId, line }) => `${bookingId}\n${line}`}
          fileName="affected-customers"
          more={nextPage(pages, t('loadMoreBookings'))}
          fetchPage={affectedCustomersFetcher(draftId)}
          total={first.total}
        />
      </>
    );
  }
}

function columns(): Column<AffectedBooking>[] {
  return [
    {
      id: 'week',
      heading: t('week'),
      noWrap: true,
      value: (row) => row.startsOn,
      render: (row) => formatShortDay(row.startsOn),
    },
    {
      id: 'customer',
      heading: t('customer'),
      value: (row) => row.customer,
      render: (row) => <RecordLink kind="customer" id={row.customerId} name={row.customer} />,
    },
    {
      id: 'item',
      heading: t('item'),
      value: (row) => row.item,
      render: (row) => <RecordLink kind="item" id={row.itemId} name={row.item} />,
    },
    {
      id: 'location',
      heading: t('location'),
      value: (row) => row.location,
      render: (row) => <RecordLink kind="location" id={row.location} />,
    },
    {
      id: 'booked',
      heading: t('booked'),
      numeric: true,
      value: (row) => row.quantity,
      render: (row) => formatQuantity(row.quantity, row.unit),
    },
    {
      id: 'short',
      heading: t('short'),
      numeric: true,
      value: (row) => row.shortQuantity,
      render: (row) => formatQuantity(row.shortQuantity, row.unit),
    },
    {
      id: 'value',
      heading: t('value'),
      numeric: true,
      value: (row) => row.value,
      render: (row) => (row.value === undefined ? NO_FIGURE : formatMoney(row.value, row.currency)),
    },
    {
      id: 'due',
      heading: t('due'),
      value: (row) => row.dueDate,
      render: (row) => formatDay(row.dueDate),
    },
    {
      id: 'booking',
      heading: t('booking'),
      optional: true,
      value: (row) => `${row.bookingId} / ${row.line}`,
      render: (row) => `${row.bookingId} / ${row.line}`,
    },
  ];
}
