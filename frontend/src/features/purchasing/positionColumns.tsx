/** The columns of the season position: the line, what is short, and the balance of each week. */
import Box from '@mui/material/Box';
import { formatShortDay } from '@/lib/dateFormat';
import { formatCount, formatMoney, formatNumber } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { paths } from '@/lib/paths';
import { formatQuantity, unitPlural } from '@/lib/quantityFormat';
import { t } from '@/messages/en/stock';
import type { Column } from '@/ui/DataTable';
import { RecordLink } from '@/ui/RecordLink';
import { TextLink } from '@/ui/TextLink';
import { ActionButton } from './planColumns';
import type { AdvisedLine, PlanLine } from './planQueries';
import { actionText } from './planTexts';
import type { PositionLine, PositionWeek } from './positionQueries';
import type { PositionState } from './positionState';

/** The columns that the server sorts by. */
export const SORTABLE = ['item', 'category', 'location', 'supplier', 'first_short_week', 'shortage_cost'];

/** The line's name, for labels. */
export const lineName = ({ item, category, location }: PositionLine): string =>
  [item ?? category, location].filter((part) => part !== undefined).join(', ');

/** `weeks` are their first days. */
export function positionColumns(
  group: PositionState['group'],
  weeks: readonly string[],
  currency: string | undefined,
  onOpen: (line: PositionLine, week: PositionWeek) => void,
  onExplain: (line: PlanLine) => void,
): Column<AdvisedLine>[] {
  return [
    ...nameColumns(group),
    ...(group === 'item_location' ? [adviceColumn(onExplain)] : []),
    {
      id: 'first_short_week',
      heading: t('firstShortWeek'),
      noWrap: true,
      leadsCard: true,
      sortLabels: [t('earliestFirst'), t('latestFirst')],
      value: (line) => line.firstShortWeek,
      render: ({ firstShortWeek }) =>
        firstShortWeek === undefined ? (
          NO_FIGURE
        ) : (
          <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
            {formatShortDay(firstShortWeek)}
          </Box>
        ),
    },
    {
      id: 'shortage_cost',
      heading: t('atStake'),
      numeric: true,
      leadsCard: true,
      descendingFirst: true,
      value: (line) => line.shortageCost,
      render: ({ shortageCost, firstShortWeek }) =>
        shortageCost === undefined || firstShortWeek === undefined
          ? NO_FIGURE
          : formatMoney(shortageCost, currency),
    },
    {
      id: 'on_hand',
      heading: t('onHand'),
      numeric: true,
      noWrap: true,
      leadsCard: true,
      value: (line) => line.weeks[0]?.onHand,
      render: (line) => formatQuantity(roundUnits(line.weeks[0]?.onHand ?? 0), line.unit),
    },
    ...weeks.map((day, index): Column<AdvisedLine> => ({
      id: day,
      heading: formatShortDay(day),
      numeric: true,
      noWrap: true,
      value: (line) => line.weeks[index]?.balance,
      render: (line) => {
        const week = line.weeks[index];
        return week && <BalanceCell line={line} week={week} onOpen={onOpen} />;
      },
    })),
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

/** What the purchase plan advises. */
const adviceColumn = (onExplain: (line: PlanLine) => void): Column<AdvisedLine> => ({
  id: 'advice',
  heading: t('advice'),
  leadsCard: true,
  value: ({ advice }) => advice && actionText(advice),
  render: ({ advice }) => (advice ? <ActionButton line={advice} onOpen={onExplain} /> : NO_FIGURE),
});

/** The columns that name a line: one that stays in place, and its parts for the file. */
function nameColumns(group: PositionState['group']): Column<PositionLine>[] {
  const unit: Column<PositionLine> = {
    id: 'unit',
    heading: t('unit'),
    fileOnly: true,
    value: (line) => line.unit,
    render: (line) => line.unit,
  };
  const location: Column<PositionLine> = {
    id: 'location',
    heading: t('location'),
    value: (line) => line.location,
    render: (line) => line.location ?? NO_FIGURE,
  };
  const category: Column<PositionLine> = {
    id: 'category',
    heading: t('category'),
    value: (line) => line.category,
    render: (line) => line.category ?? NO_FIGURE,
  };
  if (group === 'category' || group === 'location') {
    const column = group === 'category' ? category : location;
    return [{ ...column, fixed: true, render: (line) => <GroupName line={line} group={group} /> }, unit];
  }
  const columns: Column<PositionLine>[] = [
    {
      id: 'item',
      heading: t('item'),
      fixed: true,
      value: (line) => line.item,
      render: (line) => <ItemName line={line} />,
    },
    { ...location, fileOnly: group === 'item_location' },
    {
      id: 'item_id',
      heading: t('itemId'),
      fileOnly: true,
      value: (line) => line.itemId,
      render: (line) => line.itemId,
    },
    { ...category, optional: true },
    unit,
  ];
  return columns.filter(({ id }) => group === 'item_location' || id !== 'location');
}

function ItemName({ line }: { line: PositionLine }) {
  const { itemId = '', item, location, unit, rows } = line;
  return (
    <Box sx={{ minWidth: { sm: 160 }, maxWidth: 240, whiteSpace: 'normal' }}>
      <RecordLink kind="item" id={itemId} name={item} />
      <Secondary>
        {location === undefined ? (
          t('allLocationsCount', { count: rows, rows: formatCount(rows) })
        ) : (
          <RecordLink kind="location" id={location} />
        )}
        {` · ${unitPlural(unit)}`}
      </Secondary>
    </Box>
  );
}

/** A category or location, which opens its items. */
function GroupName({ line, group }: { line: PositionLine; group: 'category' | 'location' }) {
  const name = line[group] ?? '';
  return (
    <Box sx={{ minWidth: { sm: 140 }, whiteSpace: 'normal' }}>
      <TextLink to={`${paths.stock}?${group}=${encodeURIComponent(name)}`}>{name}</TextLink>
      <Secondary>
        {t('stockRows', { count: line.rows, rows: formatCount(line.rows) })}
        {` · ${unitPlural(line.unit)}`}
      </Secondary>
    </Box>
  );
}

function Secondary({ children }: { children: React.ReactNode }) {
  return (
    <Box
      component="span"
      sx={{ display: 'block', typography: 'body2', color: 'text.secondary', fontWeight: 400 }}
    >
      {children}
    </Box>
  );
}

interface BalanceCellProps {
  line: PositionLine;
  week: PositionWeek;
  onOpen: (line: PositionLine, week: PositionWeek) => void;
}

/** A balance. Short weeks have a frame and a word, not only a color. */
function BalanceCell({ line, week, onOpen }: BalanceCellProps) {
  const mark = balanceMark(line, week);
  const balance = formatUnits(week.balance);
  const content = (
    <>
      {balance}
      {mark !== undefined && (
        <Box
          component="span"
          sx={{ display: 'block', fontSize: '0.75rem', lineHeight: 1.2, fontWeight: 600 }}
        >
          {mark}
        </Box>
      )}
    </>
  );
  const sx = {
    display: 'inline-block',
    minWidth: 44,
    minHeight: 36,
    px: 1.5,
    py: 0.5,
    border: 1,
    borderColor: week.shortRows > 0 ? 'error.main' : 'transparent',
    borderRadius: 0.8,
    font: 'inherit',
    textAlign: 'end',
    bgcolor: 'transparent',
    color: week.shortRows > 0 ? 'error.main' : mark === undefined ? 'text.primary' : 'text.secondary',
  } as const;
  if (line.rows > 1 || line.itemId === undefined || line.location === undefined) {
    return (
      <Box component="span" sx={sx}>
        {content}
      </Box>
    );
  }
  const label = {
    name: lineName(line),
    day: formatShortDay(week.startsOn),
    balance: formatQuantity(roundUnits(week.balance), line.unit),
  };
  return (
    <Box
      component="button"
      type="button"
      aria-haspopup="dialog"
      aria-label={
        mark === undefined ? t('explainBalance', label) : t('explainBalanceWith', { ...label, mark })
      }
      onClick={() => onOpen(line, week)}
      sx={{ ...sx, cursor: 'pointer', '&:hover': { bgcolor: 'background.sunk' } }}
    >
      {content}
    </Box>
  );
}

function balanceMark({ rows }: PositionLine, { shortRows, balanceLo80 }: PositionWeek): string | undefined {
  if (shortRows > 0) return rows > 1 ? t('rowsShort', { rows: formatCount(shortRows) }) : t('short');
  return balanceLo80 < 0 ? t('risk') : undefined;
}

/** Forecasts are not exact to a fraction of a unit. */
const roundUnits = (value: number): number =>
  (Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value)) || 0;

const formatUnits = (value: number): string => formatNumber(roundUnits(value));
