/** The ordering buttons, and the sheet that the URL selects: accept, drafts, costs, locations, minimum. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { t } from '@/messages/en/ordering';
import { CreateDraftsSheet } from './CreateDraftsSheet';
import { CostsSheet } from './CostsSheet';
import { DraftsSheet } from './DraftsSheet';
import { LocationsSheet } from './LocationsSheet';
import { ReorderPointSheet } from './ReorderPointSheet';
import type { Recommendation, UnlevelledRow } from './queries';

interface OrderingActionsProps {
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

export function OrderingActions({
  items,
  total,
  chosen,
  withoutReorderPoint,
  currency,
}: OrderingActionsProps) {
  const [address, setAddress] = useSearchParams();
  const [written, setWritten] = useState(0);
  const sheet = address.get('ordering');
  const open = (name: string | null, replace = false) =>
    setAddress(
      (current) => {
        if (name === null) current.delete('ordering');
        else current.set('ordering', name);
        return current;
      },
      { replace, preventScrollReset: true },
    );
  const close = () => {
    setWritten(0);
    open(null);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button size="small" onClick={() => open('costs')}>
        {t('orderingCosts')}
      </Button>
      <Button size="small" onClick={() => open('locations')}>
        {t('locations')}
      </Button>
      <Button size="small" onClick={() => open('drafts')}>
        {t('draftOrders')}
      </Button>
      {items.length > 0 && (
        <Button size="small" variant="contained" onClick={() => open('accept')}>
          {t('createDraftOrders')}
        </Button>
      )}
      {sheet === 'accept' && (
        <CreateDraftsSheet
          items={items}
          total={total}
          chosen={chosen}
          currency={currency}
          onClose={close}
          onCreated={(drafts) => {
            setWritten(drafts);
            open('drafts', true);
          }}
        />
      )}
      {sheet === 'drafts' && <DraftsSheet createdCount={written} onClose={close} />}
      {sheet === 'minimum' && <ReorderPointSheet rows={withoutReorderPoint} onClose={close} />}
      {sheet === 'locations' && <LocationsSheet onClose={close} />}
      {sheet === 'costs' && <CostsSheet onClose={close} />}
    </Box>
  );
}
