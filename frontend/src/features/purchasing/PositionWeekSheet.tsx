/** What makes the balance of an item at a location in a week: stock, orders, bookings, forecast. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatShortDay } from '@/lib/dateFormat';
import { formatCount, formatDay } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { recordPath } from '@/lib/paths';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/stock';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { RecordLink } from '@/ui/RecordLink';
import { Sheet } from '@/ui/Sheet';
import {
  positionWeekQuery,
  type PositionLine,
  type PositionTerms,
  type PositionWeek,
} from './positionQueries';

const DAY_MS = 86_400_000;

interface PositionWeekSheetProps {
  line: PositionLine;
  week: PositionWeek;
  onClose: () => void;
}

export function PositionWeekSheet({ line, week, onClose }: PositionWeekSheetProps) {
  const { itemId = '', location = '' } = line;
  const { data, error, isFetching, refetch } = useQuery(positionWeekQuery(itemId, location, week.startsOn));
  return (
    <Sheet
      wide
      title={t('weekOf', { item: line.item ?? itemId, location, day: formatShortDay(week.startsOn) })}
      onClose={onClose}
    >
      {!data && !error && <LoadingPlaceholder label={t('weekIsLoading')} height={240} />}
      {!data && error && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheWeek'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data && <Terms terms={data} week={week} isFirst={line.weeks[0]?.startsOn === week.startsOn} />}
      <ButtonLink to={recordPath('item', itemId)}>{t('openItem')}</ButtonLink>
    </Sheet>
  );
}

interface TermsProps {
  terms: PositionTerms;
  week: PositionWeek;
  /** The week starts today. */
  isFirst: boolean;
}

function Terms({ terms, week, isFirst }: TermsProps) {
  const quantity = (value: number) => formatQuantity(value, terms.unit);
  return (
    <>
      <DescriptionList>
        <DescriptionItem name={isFirst ? t('onHand') : t('balanceBefore')}>
          {quantity(terms.onHand)}
        </DescriptionItem>
        <DescriptionItem name={t('arrivals')}>{quantity(terms.arrivals)}</DescriptionItem>
        {terms.estimatedArrivals !== undefined && terms.estimatedArrivalDate !== undefined && (
          <DescriptionItem name={t('estimatedArrivals')}>
            {t('estimatedArrivalsHelp', {
              quantity: quantity(terms.estimatedArrivals),
              day: formatDay(terms.estimatedArrivalDate),
            })}
          </DescriptionItem>
        )}
        <DescriptionItem name={t('bookings')}>{quantity(terms.bookings)}</DescriptionItem>
        <DescriptionItem name={t('unbookedForecast')}>{quantity(terms.unbookedForecast)}</DescriptionItem>
        <DescriptionItem name={t('balance')}>
          <strong>{quantity(terms.balance)}</strong>
        </DescriptionItem>
        <DescriptionItem name={t('range80')}>
          {t('fromTo', { from: quantity(week.balanceLo80), to: quantity(week.balanceHi80) })}
        </DescriptionItem>
      </DescriptionList>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('arrivingOrders')}
      </Typography>
      {terms.orders.length === 0 ? (
        <EmptyState>{t('noOrders')}</EmptyState>
      ) : (
        <DataTable
          label={t('arrivingOrders')}
          columns={orderColumns(terms)}
          rows={terms.orders}
          rowKey={({ poId, line }) => `${poId}\n${line}`}
        />
      )}
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('dueBookings')}
      </Typography>
      {terms.openBookings.length === 0 ? (
        <EmptyState>{t('noBookings')}</EmptyState>
      ) : (
        <DataTable
          label={t('dueBookings')}
          columns={bookingColumns(terms)}
          rows={terms.openBookings}
          rowKey={({ bookingId, line }) => `${bookingId}\n${line}`}
        />
      )}
    </>
  );
}

type Order = PositionTerms['orders'][number];
type Booking = PositionTerms['openBookings'][number];

const orderColumns = ({ unit, startsOn }: PositionTerms): Column<Order>[] => [
  {
    id: 'po',
    heading: t('purchaseOrder'),
    render: ({ poId, line }) => <RecordLink kind="order" id={poId} name={`${poId} / ${line}`} />,
  },
  {
    id: 'supplier',
    heading: t('supplier'),
    render: ({ supplierId, supplier }) => <RecordLink kind="supplier" id={supplierId} name={supplier} />,
  },
  {
    id: 'expected',
    heading: t('expected'),
    render: ({ expectedDate }) => {
      if (expectedDate === undefined) return t('notPromised');
      const day = formatDay(expectedDate);
      return expectedDate < startsOn ? t('overdue', { day }) : day;
    },
  },
  {
    id: 'usual',
    heading: t('usualDelivery'),
    render: ({ orderDate, usualLeadDays }) =>
      usualLeadDays === undefined
        ? NO_FIGURE
        : t('usualDeliveryHelp', {
            day: formatDay(addDays(orderDate, usualLeadDays)),
            days: formatCount(usualLeadDays),
          }),
  },
  {
    id: 'quantity',
    heading: t('quantity'),
    numeric: true,
    render: ({ quantity }) => formatQuantity(quantity, unit),
  },
];

const bookingColumns = ({ unit }: PositionTerms): Column<Booking>[] => [
  { id: 'booking', heading: t('booking'), render: ({ bookingId, line }) => `${bookingId} / ${line}` },
  {
    id: 'customer',
    heading: t('customer'),
    render: ({ customerId, customer }) => <RecordLink kind="customer" id={customerId} name={customer} />,
  },
  { id: 'due', heading: t('due'), render: ({ dueDate }) => formatDay(dueDate) },
  {
    id: 'quantity',
    heading: t('quantity'),
    numeric: true,
    render: ({ quantity }) => formatQuantity(quantity, unit),
  },
];

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + Math.round(days) * DAY_MS).toISOString().slice(0, 10);
