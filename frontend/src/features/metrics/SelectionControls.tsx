/** Which rows and derived columns the answer has. Each part can be removed. */
import { formatCount, formatNumber } from '@/lib/format';
import { t } from '@/messages/en/explore_selection';
import { measureOf, type RowSelection } from './exploreState';
import { RemovableParts } from './RemovableParts';

interface SelectionControlsProps {
  /** The name of a measure or dimension. */
  label: (id: string) => string;
  selection: RowSelection;
  onChange: (selection: RowSelection) => void;
}

interface Part {
  name: string;
  /** The selection without it. */
  rest: RowSelection;
}

export function SelectionControls({ label, selection, onChange }: SelectionControlsProps) {
  const parts = listParts(selection, label);
  if (parts.length === 0) return null;
  return (
    <RemovableParts
      label={t('rowsAndColumns')}
      parts={parts.map(({ name, rest }) => ({ name, onRemove: () => onChange(rest) }))}
      removeLabel={(name) => t('remove', { name })}
    />
  );
}

function listParts(selection: RowSelection, label: (id: string) => string): Part[] {
  const { having, order, topPer, derive, limit } = selection;
  const without = (name: keyof RowSelection): RowSelection =>
    Object.fromEntries(Object.entries(selection).filter(([known]) => known !== name));
  const withoutOne = <Key extends 'having' | 'derive'>(name: Key, place: number): RowSelection => {
    const kept = (selection[name] ?? []).filter((_, index) => index !== place);
    return kept.length > 0 ? { ...selection, [name]: kept } : without(name);
  };
  const sorted = order?.map(({ by, direction }) =>
    t(direction === 'desc' ? 'largestFirst' : 'smallestFirst', { name: nameFigure(by, label) }),
  );
  return [
    ...(having ?? []).map(({ measure, op, value, values }, place) => ({
      name: [nameFigure(measure, label), op, describeNumbers(values ?? value)].join(' '),
      rest: withoutOne('having', place),
    })),
    ...(sorted?.length ? [{ name: sorted.join(', '), rest: without('order') }] : []),
    ...(topPer
      ? [
          {
            name: t('topPer', { count: formatCount(Number(topPer.limit)), name: label(topPer.dimension) }),
            rest: without('topPer'),
          },
        ]
      : []),
    ...(typeof limit === 'number'
      ? [{ name: t('firstRows', { count: formatCount(limit) }), rest: without('limit') }]
      : []),
    ...(derive ?? []).map((id, place) => ({ name: nameDerived(id), rest: withoutOne('derive', place) })),
  ];
}

/** A figure such as `revenue.change_percent`. */
function nameFigure(id: string, label: (id: string) => string): string {
  const name = label(measureOf(id));
  if (id.endsWith('.compare')) return t('compared', { name });
  if (id.endsWith('.change')) return t('change', { name });
  return id.endsWith('.change_percent') ? t('changeInPercent', { name }) : name;
}

function nameDerived(id: string): string {
  switch (id) {
    case 'share':
      return t('share');
    case 'rank':
      return t('rank');
    case 'running_total':
      return t('runningTotal');
    case 'moving_average_3':
      return t('movingAverage');
    default:
      return id;
  }
}

/** Numbers are sent as such or, with many digits, as text. */
const describeNumbers = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).map((one) => formatNumber(Number(one))).join(' – ');
