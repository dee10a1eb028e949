/**
 * The ordering buttons, and the sheet that the URL selects. Sheets are loaded on hover, on focus, once something
 * is selected, or when opened.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/ordering';
import type { OrderingChoices } from './OrderingSheet';

const loadSheet = () => import('./OrderingSheet');
const OrderingSheet = lazy(async () => ({ default: (await loadSheet()).OrderingSheet }));

export function OrderingActions(choices: OrderingChoices) {
  const [address, setAddress] = useUrlParams();
  const [written, setWritten] = useState(0);
  const sheet = address.get('ordering');
  const hasChosen = choices.chosen.size > 0;
  // The table has a button of its own for the selection.
  useEffect(() => {
    if (hasChosen) void loadSheet();
  }, [hasChosen]);
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
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
      onPointerEnter={() => void loadSheet()}
      onFocus={() => void loadSheet()}
    >
      <Button size="small" onClick={() => open('costs')}>
        {t('orderingCosts')}
      </Button>
      <Button size="small" onClick={() => open('locations')}>
        {t('locations')}
      </Button>
      <Button size="small" onClick={() => open('drafts')}>
        {t('draftOrders')}
      </Button>
      {choices.items.length > 0 && (
        <Button size="small" variant="contained" onClick={() => open('accept')}>
          {t('createDraftOrders')}
        </Button>
      )}
      {sheet !== null && (
        <Suspense>
          <OrderingSheet
            name={sheet}
            {...choices}
            createdCount={written}
            onClose={close}
            onCreated={(drafts) => {
              setWritten(drafts);
              open('drafts', true);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
