/** The lines of an order, with links to items, locations, and the customer or supplier. */
import { formatDay, formatMoney } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/directory';
import { DataTable, type Column } from '@/ui/DataTable';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { RecordLink } from '@/ui/RecordLink';
import { orderLinesFetcher, type OrderLine } from './recordQueries';

const day = (
  id: string,
  heading: string,
  value: (row: OrderLine) => string | undefined,
): Column<OrderLine> => ({
  id,
  heading,
  value,
  render: (row) => {
    const text = value(row);
    return text === undefined ? '–' : formatDay(text);
  },
});

function columns(): Column<OrderLine>[] {
  return [
    {
      id: 'item',
      heading: t('item'),
      value: (row) => row.item ?? row.itemId,
      render: (row) => <RecordLink kind="item" id={row.itemId} name={row.item ?? row.itemId} />,
    },
    {
      id: 'quantity',
      heading: t('quantity'),
      numeric: true,
      value: (row) => row.quantity,
      render: (row) => formatQuantity(row.quantity, row.unit),
    },
    {
      id: 'unit_price',
      heading: t('unitPrice'),
      numeric: true,
      value: (row) => row.unitPrice,
      render: (row) => formatMoney(row.unitPrice, row.currency),
    },
    {
      id: 'amount',
      heading: t('amount'),
      numeric: true,
      value: (row) => row.amount,
      render: (row) => formatMoney(row.amount, row.currency),
    },
    {
      id: 'location',
      heading: t('location'),
      value: (row) => row.location,
      render: (row) => (row.location === undefined ? '–' : <RecordLink kind="location" id={row.location} />),
    },
    day('promised', t('promised'), (row) => row.promisedDay),
    day('delivered', t('delivered'), (row) => row.deliveredDay),
    {
      id: 'line',
      heading: t('lineId'),
      optional: true,
      value: (row) => row.lineId,
      render: (row) => row.lineId,
    },
  ];
}

interface OrderLinesProps {
  orderId: string;
  lines: readonly OrderLine[];
  /** The query that loads them page by page. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function OrderLines({ orderId, lines, pages }: OrderLinesProps) {
  const { customerId, customer, supplierId, supplier } = lines[0] ?? {};
  const party =
    supplierId !== undefined ? (
      <RecordLink kind="supplier" id={supplierId} name={supplier} />
    ) : (
      customerId !== undefined && <RecordLink kind="customer" id={customerId} name={customer} />
    );
  return (
    <Panel title={t('orderLines')} subtitle={party || undefined}>
      <DataTable
        id="lines"
        label={t('orderLines')}
        columns={columns()}
        rows={lines}
        rowKey={(row) => row.lineId}
        fileName="order-lines"
        more={nextPage(pages, t('loadMoreLines'))}
        fetchPage={orderLinesFetcher(orderId)}
      />
    </Panel>
  );
}
