/** What the URL selects of the season position, as the API takes it: for saved views and scheduled reports. */
import { useServerOrder } from '@/ui/useServerOrder';
import { toPositionQuery } from './positionQueries';
import { usePositionState } from './positionState';

export function usePositionSelection() {
  const [state] = usePositionState();
  const { q } = useServerOrder('', []);
  return toPositionQuery(state, q === undefined ? {} : { q });
}
