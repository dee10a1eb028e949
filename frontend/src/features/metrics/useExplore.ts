/** The question in the URL, and how to change it. */
import { useUrlParams } from '@/lib/useUrlParams';
import { fitSelection, parseExplore, writeExplore, type ExploreState } from './exploreState';

/** Changes parts of the question, by what it is at the time of the change where that matters. */
export type ChangeExplore = (
  changed: Partial<ExploreState> | ((now: ExploreState) => Partial<ExploreState>),
) => void;

interface Explore {
  state: ExploreState;
  change: ChangeExplore;
}

export function useExplore(): Explore {
  const [address, setAddress] = useUrlParams();
  const state = parseExplore(address);
  return {
    state,
    change: (changed) =>
      setAddress((now) => {
        const before = parseExplore(now);
        const changes = typeof changed === 'function' ? changed(before) : changed;
        return writeExplore(fitSelection({ ...before, ...changes }));
      }),
  };
}
