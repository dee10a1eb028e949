/** The sheets of ordering: accept, drafts, minimum, locations, costs. */
import { CostsSheet } from './CostsSheet';
import { CreateDraftsSheet } from './CreateDraftsSheet';
import { DraftsSheet } from './DraftsSheet';
import { LocationsSheet } from './LocationsSheet';
import { ReorderPointSheet } from './ReorderPointSheet';
import type { Recommendation, UnlevelledRow } from './queries';

export interface OrderingChoices {
  /** The recommendations to choose from. */
  items: readonly Recommendation[];
  /** The number of all recommendations. */
  total: number;
  /** Keys of the selected recommendations. */
  chosen: ReadonlySet<string>;
  /** Rows without a reorder point. */
  withoutReorderPoint: readonly UnlevelledRow[];
  /** ISO 4217. */
  currency: string | undefined;
}

interface OrderingSheetProps extends OrderingChoices {
  /** As in the URL. */
  name: string;
  /** The number of drafts that were just created. */
  createdCount: number;
  onClose: () => void;
  /** Called with the number of drafts. */
  onCreated: (drafts: number) => void;
}

export function OrderingSheet({ name, withoutReorderPoint, createdCount, ...props }: OrderingSheetProps) {
  const { onClose } = props;
  switch (name) {
    case 'accept':
      return <CreateDraftsSheet {...props} />;
    case 'drafts':
      return <DraftsSheet createdCount={createdCount} onClose={onClose} />;
    case 'minimum':
      return <ReorderPointSheet rows={withoutReorderPoint} onClose={onClose} />;
    case 'locations':
      return <LocationsSheet onClose={onClose} />;
    case 'costs':
      return <CostsSheet onClose={onClose} />;
    default:
      return null;
  }
}
