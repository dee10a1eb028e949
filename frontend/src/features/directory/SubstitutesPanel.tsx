/** Items with the same active ingredient to offer where the item runs short. */
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '@/lib/format';
import { paths } from '@/lib/paths';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/directory';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { RecordLink } from '@/ui/RecordLink';
import { QueryPanel } from './QueryPanel';
import { itemPlanQuery, type PlanLine } from './recordQueries';

const HEIGHT = 160;
const FIRST_ROWS = 10;

type OfferLine = PlanLine & { substitute: NonNullable<PlanLine['substitute']> };

const hasSubstitute = (line: PlanLine): line is OfferLine => line.substitute !== undefined;

export function SubstitutesPanel({ itemId }: { itemId: string }) {
  const query = useQuery(itemPlanQuery(itemId));
  return (
    <QueryPanel
      title={t('substitutes')}
      query={query}
      height={HEIGHT}
      emptyText={t('noSubstitutes')}
      isEmpty={({ data }) => !data.items.some(hasSubstitute)}
    >
      {({ data, meta }) => (
        <>
          <DataTable
            id="substitutes"
            label={t('substitutes')}
            columns={columns(meta?.currency)}
            rows={data.items.filter(hasSubstitute)}
            rowKey={({ location }) => location}
            initialRows={FIRST_ROWS}
          />
          <ButtonLink to={`${paths.stock}?plan_filter=${encodeURIComponent(itemId)}`} size="small">
            {t('viewPlan')}
          </ButtonLink>
        </>
      )}
    </QueryPanel>
  );
}

function columns(currency: string | undefined): Column<OfferLine>[] {
  return [
    {
      id: 'location',
      heading: t('location'),
      value: (line) => line.location,
      render: (line) => <RecordLink kind="location" id={line.location} />,
    },
    {
      id: 'substitute',
      heading: t('substitute'),
      leadsCard: true,
      value: ({ substitute }) => substitute.item,
      render: ({ substitute, unit }) => (
        <RecordLink
          kind="item"
          id={substitute.itemId}
          name={t('offerSubstitute', {
            item: substitute.item,
            quantity: formatQuantity(substitute.quantity, unit),
          })}
        />
      ),
    },
    {
      id: 'missing',
      heading: t('likelyMissing'),
      numeric: true,
      value: ({ substitute }) => substitute.missing,
      render: ({ substitute, unit }) => formatQuantity(substitute.missing, unit),
    },
    {
      id: 'taken',
      heading: t('likelyTaken'),
      numeric: true,
      value: ({ substitute }) => substitute.taken,
      render: ({ substitute, unit }) => formatQuantity(substitute.taken, unit),
    },
    {
      id: 'saving',
      heading: t('saving'),
      numeric: true,
      value: ({ substitute }) => substitute.saving,
      render: ({ substitute }) => formatMoney(substitute.saving, currency),
    },
  ];
}
