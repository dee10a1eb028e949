/** Grouping and filters of the season position in the URL. */
import { useUrlParams } from '@/lib/useUrlParams';

export const GROUPS = ['item_location', 'item', 'category', 'location'] as const;
export const WEEK_COUNTS = [4, 8, 13, 26] as const;
const DEFAULT_WEEKS = 13;

export interface PositionState {
  group: (typeof GROUPS)[number];
  weeks: number;
  /** Empty for all. */
  category: string;
  location: string;
  onlyShort: boolean;
}

/** Invalid values count as unset. */
function parsePosition(address: URLSearchParams): PositionState {
  const weeks = Number(address.get('weeks'));
  return {
    group: GROUPS.find((each) => each === address.get('group')) ?? 'item_location',
    weeks: WEEK_COUNTS.find((each) => each === weeks) ?? DEFAULT_WEEKS,
    category: address.get('category') ?? '',
    location: address.get('location') ?? '',
    onlyShort: address.get('lines') === 'short',
  };
}

/** Sets or removes the parameters of a state; others, such as the order of the table, stay. */
function writePosition(address: URLSearchParams, state: PositionState): URLSearchParams {
  const next = new URLSearchParams(address);
  const values = {
    group: state.group === 'item_location' ? '' : state.group,
    weeks: state.weeks === DEFAULT_WEEKS ? '' : String(state.weeks),
    category: state.category,
    location: state.location,
    lines: state.onlyShort ? 'short' : '',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function usePositionState(): [PositionState, (changed: Partial<PositionState>) => void] {
  const [address, setAddress] = useUrlParams();
  return [
    parsePosition(address),
    (changed) =>
      setAddress((now) => writePosition(now, { ...parsePosition(now), ...changed }), {
        preventScrollReset: true,
      }),
  ];
}
