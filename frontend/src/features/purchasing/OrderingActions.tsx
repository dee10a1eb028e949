/** The buttons of ordering, and the sheet that the address names: accept, drafts, costs, minimum. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AcceptSheet } from './AcceptSheet';
import { CostsSheet } from './CostsSheet';
import { DraftsSheet } from './DraftsSheet';
import { MinimumSheet } from './MinimumSheet';
import type { Recommendation, UnlevelledRow } from './queries';

interface OrderingActionsProps {
  items: readonly Recommendation[];
  /** Rows that wait for a reorder point. */
  toSet: readonly UnlevelledRow[];
  /** ISO 4217. */
  currency: string | undefined;
}

export function OrderingActions({ items, toSet, currency }: OrderingActionsProps) {
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
        Ordering costs
      </Button>
      <Button size="small" onClick={() => open('drafts')}>
        Draft orders
      </Button>
      {items.length > 0 && (
        <Button size="small" variant="contained" onClick={() => open('accept')}>
          Order these
        </Button>
      )}
      {sheet === 'accept' && (
        <AcceptSheet
          items={items}
          currency={currency}
          onClose={close}
          onWritten={(drafts) => {
            setWritten(drafts);
            open('drafts', true);
          }}
        />
      )}
      {sheet === 'drafts' && <DraftsSheet written={written} onClose={close} />}
      {sheet === 'minimum' && <MinimumSheet rows={toSet} onClose={close} />}
      {sheet === 'costs' && <CostsSheet onClose={close} />}
    </Box>
  );
}
