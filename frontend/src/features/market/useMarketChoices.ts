/** The visitor's choices, read from the address and written back to it, so that a link shows the same page. */
import { useSearchParams } from 'react-router-dom';
import { readChoices, writeChoices, type MarketChoices } from './choices';

export interface HeldChoices {
  choices: MarketChoices;
  change: (changed: Partial<MarketChoices>) => void;
}

export function useMarketChoices(): HeldChoices {
  const [address, setAddress] = useSearchParams();
  return {
    choices: readChoices(address),
    change: (changed) => setAddress((now) => writeChoices(now, changed)),
  };
}
