/** The stock of an item at each location. */
import { formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/directory';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { RecordLink } from '@/ui/RecordLink';
import type { ItemStock } from './recordQueries';

const columns: () => Column<ItemStock>[] = () => [
  {
    id: 'location',
    heading: t('location'),
    value: (row) => row.location,
    render: (row) => <RecordLink kind="location" id={row.location} />,
  },
  quantity('on_hand', t('onHand'), (row) => row.onHand),
  quantity('on_order', t('onOrder'), (row) => row.onOrder),
  quantity('booked', t('booked'), (row) => row.booked),
  quantity('reorder_point', t('reorderPointOnRecord'), (row) => row.reorderPoint),
  {
    id: 'unit_cost',
    heading: t('unitCost'),
    numeric: true,
    value: (row) => row.unitCost,
    render: (row) => (row.unitCost === undefined ? '–' : formatMoney(row.unitCost, row.currency)),
  },
  {
    id: 'supplier',
    heading: t('supplier'),
    value: (row) => row.supplier ?? row.supplierId,
    render: (row) => (
      <RecordLink kind="supplier" id={row.supplierId ?? ''} name={row.supplier ?? row.supplierId ?? '–'} />
    ),
  },
];

function quantity(
  id: string,
  heading: string,
  value: (row: ItemStock) => number | undefined,
): Column<ItemStock> {
  return {
    id,
    heading,
    numeric: true,
    value,
    render: (row) => {
      const amount = value(row);
      return amount === undefined ? '–' : formatQuantity(amount, row.unit);
    },
  };
}

interface StockPanelProps {
  itemId: string;
  stock: readonly ItemStock[];
  asOf: string | undefined;
}

export function StockPanel({ itemId, stock, asOf }: StockPanelProps) {
  return (
    <Panel title={t('stock')}>
      {stock.length === 0 ? (
        <EmptyState>{t('notInStock')}</EmptyState>
      ) : (
        <DataTable
          id="stock"
          label={t('stock')}
          columns={columns()}
          rows={stock}
          rowKey={(row) => row.location}
          initialRows={20}
          actions={
            <ButtonLink size="small" to={`${paths.stock}?filter=${encodeURIComponent(itemId)}`}>
              {t('seasonPosition')}
            </ButtonLink>
          }
          fileName="stock"
          asOf={asOf}
        />
      )}
    </Panel>
  );
}
