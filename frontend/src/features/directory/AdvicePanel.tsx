/** What Sprout recommends to order of an item, from a supplier, or for a location. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { daysOfCover, formatDaysOfCover } from '@/lib/daysOfCover';
import { formatMoney } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/directory';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { RecordLink } from '@/ui/RecordLink';
import { QueryPanel } from './QueryPanel';
import { adviceQuery, type Advice } from './recordQueries';

const HEIGHT = 160;
const FIRST_ROWS = 10;

interface AdvicePanelProps {
  /** What recommendations are searched for. */
  text: string;
  /** Whether a recommendation is about the record; the search also finds similar names. */
  isAbout: (advice: Advice) => boolean;
}

export function AdvicePanel({ text, isAbout }: AdvicePanelProps) {
  const query = useQuery(adviceQuery(text));
  return (
    <QueryPanel
      title={t('purchaseRecommendations')}
      query={query}
      height={HEIGHT}
      emptyText={t('nothingToReorder')}
      isEmpty={({ data }) => !data.items.some(isAbout)}
    >
      {({ data, meta }) => (
        <>
          <DataTable
            id="advice"
            label={t('purchaseRecommendations')}
            columns={columns(meta?.currency)}
            rows={data.items.filter(isAbout)}
            rowKey={({ itemId, location }) => `${itemId}\n${location}`}
            initialRows={FIRST_ROWS}
          />
          <Box sx={{ mt: 3 }}>
            <ButtonLink to={`/?recommendations-filter=${encodeURIComponent(text)}`} size="small">
              {t('viewRecommendations')}
            </ButtonLink>
          </Box>
        </>
      )}
    </QueryPanel>
  );
}

function columns(currency: string | undefined): Column<Advice>[] {
  return [
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
      id: 'cover',
      heading: t('daysOfCover'),
      numeric: true,
      value: daysOfCover,
      render: (row) => formatDaysOfCover(daysOfCover(row)),
    },
    {
      id: 'recommended',
      heading: t('recommended'),
      numeric: true,
      value: (row) => row.recommended,
      render: (row) => formatQuantity(row.recommended, row.unit),
    },
    {
      id: 'cost',
      heading: t('cost'),
      numeric: true,
      value: (row) => row.cost,
      render: (row) => formatMoney(row.cost, currency),
      total: (rows) =>
        formatMoney(
          rows.reduce((sum, row) => sum + row.cost, 0),
          currency,
        ),
    },
  ];
}
