/** Whether the filters are open. It is no state of the page, so that opening them draws no chart again. */
import { createContext, useContext, useId, useState, type ReactNode } from 'react';

interface Disclosure {
  /** The ID of the filter panel. */
  id: string;
  open: boolean;
  toggle: () => void;
}

const DisclosureContext = createContext<Disclosure | undefined>(undefined);

interface FiltersDisclosureProps {
  initiallyOpen: boolean;
  /** Contains the button and the panel. */
  children: ReactNode;
}

export function FiltersDisclosure({ initiallyOpen, children }: FiltersDisclosureProps) {
  const id = useId();
  const [open, setOpen] = useState(initiallyOpen);
  const toggle = () => setOpen((current) => !current);
  return <DisclosureContext value={{ id, open, toggle }}>{children}</DisclosureContext>;
}

export function useFiltersDisclosure(): Disclosure {
  const disclosure = useContext(DisclosureContext);
  if (disclosure === undefined) throw new Error('The filters are outside of a FiltersDisclosure.');
  return disclosure;
}
