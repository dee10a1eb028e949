/** The question in the URL, and how to change it. */
import { useSearchParams } from 'react-router-dom';
import { fitSelection, parseExplore, writeExplore, type ExploreState } from './exploreState';

interface Explore {
  state: ExploreState;
  change: (changed: Partial<ExploreState>) => void;
}

export function useExplore(): Explore {
  const [address, setAddress] = useSearchParams();
  const state = parseExplore(address);
  return {
    state,
    change: (changed) =>
      setAddress((now) => writeExplore(fitSelection({ ...parseExplore(now), ...changed }))),
  };
}
