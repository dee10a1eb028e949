/** The customer segments: expected needs, best months to buy, and savings. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/customers';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { CustomersPanel } from './CustomersPanel';
import type { Customers, Meta, Segment } from './queries';
import { formatSavings } from './savings';
import { SegmentTerms } from './SegmentTerms';

/** Screens narrower than this have no space for five text columns, in CSS pixels. */
const TABLE_FROM = 1040;

interface SegmentationPanelProps {
  customers: Customers;
  meta: Meta | undefined;
}

export function SegmentationPanel({ customers, meta }: SegmentationPanelProps) {
  const { segmentation, status } = customers;
  return (
    <CustomersPanel title={t('customerSegmentation')} meta={meta}>
      {segmentation.length === 0 ? (
        <EmptyState>{status.segmentation ?? t('noCustomersInAnySegmentYet')}</EmptyState>
      ) : (
        <Segments rows={segmentation} currency={meta?.currency} />
      )}
    </CustomersPanel>
  );
}

function Segments({ rows, currency }: { rows: readonly Segment[]; currency: string | undefined }) {
  return (
    <DataTable
      id="segments"
      label={t('customerSegments')}
      columns={columns(currency)}
      rows={rows}
      rowKey={(row) => row.segment}
      cardsBelow={TABLE_FROM}
      detail={{
        label: t('details'),
        rowName: (row) => row.segment,
        render: (row) => <SegmentTerms segment={row} currency={currency} />,
      }}
    />
  );
}

function columns(currency: string | undefined): Column<Segment>[] {
  return [
    {
      id: 'segment',
      fixed: true,
      value: (row) => row.segment,
      heading: t('segment'),
      render: (row) => (
        <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'normal' }}>
          {row.segment}
        </Box>
      ),
    },
    {
      id: 'description',
      fixed: true,
      prose: true,
      value: (row) => row.description,
      heading: t('description'),
      render: (row) => row.description,
    },
    {
      id: 'predicted_needs',
      fixed: true,
      prose: true,
      value: (row) => row.predicted_needs,
      heading: t('predictedNeeds'),
      render: (row) => row.predicted_needs,
    },
    {
      id: 'optimal_purchase_time',
      fixed: true,
      prose: true,
      value: (row) => row.optimal_purchase_time,
      heading: t('optimalPurchaseTime'),
      render: (row) => row.optimal_purchase_time,
    },
    {
      id: 'potential_savings',
      fixed: true,
      leadsCard: true,
      descendingFirst: true,
      value: (row) => row.potential_savings,
      heading: t('potentialSavings'),
      numeric: true,
      render: (row) => formatSavings(row, currency),
    },
  ];
}
