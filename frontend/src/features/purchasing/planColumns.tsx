/** The columns of the purchase plan. */
import Box from '@mui/material/Box';
import { formatShortDay } from '@/lib/dateFormat';
import { formatMoney } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/purchase_plan';
import type { Column } from '@/ui/DataTable';
import { RecordLink } from '@/ui/RecordLink';
import type { PlanLine } from './planQueries';
import { actionText, substituteText } from './planTexts';

/** The columns that the server sorts by. */
export const PLAN_SORTABLE = ['item', 'supplier', 'cost', 'first_short_week', 'cost_of_waiting'];

/** The line's name, for labels. */
export const planLineName = ({ item, location }: PlanLine): string => `${item}, ${location}`;

/** What a week of waiting costs, and what the transfers and the substitute save. */
function atStake({ order, transfers, substitute }: PlanLine): number | undefined {
  const saved = substitute === undefined ? transfers : [...transfers, substitute];
  if (order?.waiting === undefined && saved.length === 0) return undefined;
  return saved.reduce((sum, { saving }) => sum + saving, order?.waiting?.cost ?? 0);
}

export function planColumns(
  currency: string | undefined,
  onOpen: (line: PlanLine) => void,
): Column<PlanLine>[] {
  return [
    {
      id: 'item',
      heading: t('item'),
      fixed: true,
      value: (line) => line.item,
      render: (line) => (
        <Box sx={{ minWidth: { sm: 160 }, whiteSpace: 'normal' }}>
          <RecordLink kind="item" id={line.itemId} name={line.item} />
          <Box
            component="span"
            sx={{ display: 'block', typography: 'body2', color: 'text.secondary', fontWeight: 400 }}
          >
            <RecordLink kind="location" id={line.location} />
            {` · ${unitPlural(line.unit)}`}
          </Box>
        </Box>
      ),
    },
    {
      id: 'item_id',
      heading: t('itemId'),
      fileOnly: true,
      value: (line) => line.itemId,
      render: (line) => line.itemId,
    },
    {
      id: 'location',
      heading: t('location'),
      fileOnly: true,
      value: (line) => line.location,
      render: (line) => line.location,
    },
    {
      id: 'action',
      heading: t('action'),
      leadsCard: true,
      value: actionText,
      render: (line) => (
        <>
          <ActionButton line={line} onOpen={onOpen} />
          {line.action !== 'offer_substitute' && line.substitute !== undefined && (
            <Box sx={{ mt: 0.5, typography: 'body2', whiteSpace: 'normal' }}>
              {substituteText(line, currency)}
            </Box>
          )}
        </>
      ),
    },
    {
      id: 'substitute',
      heading: t('substitute'),
      fileOnly: true,
      value: (line) => line.substitute?.item,
      render: ({ substitute }) => substitute?.item ?? NO_FIGURE,
    },
    {
      id: 'substitute_quantity',
      heading: t('substituteQuantity'),
      fileOnly: true,
      numeric: true,
      value: (line) => line.substitute?.quantity,
      render: ({ substitute, unit }) =>
        substitute === undefined ? NO_FIGURE : formatQuantity(substitute.quantity, unit),
    },
    {
      id: 'substitute_saving',
      heading: t('substituteSaving'),
      fileOnly: true,
      numeric: true,
      value: (line) => line.substitute?.saving,
      render: ({ substitute }) =>
        substitute === undefined ? NO_FIGURE : formatMoney(substitute.saving, currency),
    },
    {
      id: 'cost_of_waiting',
      heading: t('costOfNotActing'),
      numeric: true,
      leadsCard: true,
      descendingFirst: true,
      value: atStake,
      render: (line) => {
        const amount = atStake(line);
        return amount === undefined ? NO_FIGURE : formatMoney(amount, currency);
      },
    },
    {
      id: 'first_short_week',
      heading: t('runsShort'),
      noWrap: true,
      value: (line) => line.firstShortWeek,
      render: ({ firstShortWeek }) =>
        firstShortWeek === undefined ? NO_FIGURE : formatShortDay(firstShortWeek),
    },
    {
      id: 'arrives',
      heading: t('arrives'),
      noWrap: true,
      value: (line) => line.order?.arrivesOn,
      render: ({ order }) => (order === undefined ? NO_FIGURE : formatShortDay(order.arrivesOn)),
    },
    {
      id: 'cost',
      heading: t('orderCost'),
      numeric: true,
      descendingFirst: true,
      value: (line) => line.order?.cost,
      render: ({ order }) => (order === undefined ? NO_FIGURE : formatMoney(order.cost, currency)),
    },
    {
      id: 'supplier',
      heading: t('supplier'),
      value: (line) => line.supplier,
      render: ({ supplierId, supplier }) => (
        <RecordLink kind="supplier" id={supplierId ?? ''} name={supplier ?? NO_FIGURE} />
      ),
    },
  ];
}

interface ActionButtonProps {
  line: PlanLine;
  onOpen: (line: PlanLine) => void;
}

/** The advice, which opens its reason and its terms. */
export function ActionButton({ line, onOpen }: ActionButtonProps) {
  const text = actionText(line);
  return (
    <Box
      component="button"
      type="button"
      aria-haspopup="dialog"
      aria-label={t('explainAction', { name: planLineName(line), action: text })}
      onClick={() => onOpen(line)}
      sx={{
        minHeight: 36,
        minWidth: { sm: 150 },
        whiteSpace: 'normal',
        px: 1.5,
        py: 0.5,
        border: 1,
        borderColor: line.action === 'order_now' ? 'primary.main' : 'outline',
        borderRadius: 0.8,
        font: 'inherit',
        fontWeight: line.action === 'order_later' ? 400 : 600,
        textAlign: 'start',
        bgcolor: 'transparent',
        color: line.action === 'order_later' ? 'text.secondary' : 'text.primary',
        cursor: 'pointer',
        '&:hover': { bgcolor: 'background.sunk' },
      }}
    >
      {text}
    </Box>
  );
}
