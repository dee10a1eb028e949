/** Accepts one recommendation from its row: its line joins the draft order of its supplier. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { hasPermission } from '@/lib/permissions';
import { newUuid } from '@/lib/uuid';
import { t } from '@/messages/en/ordering';
import { permissionsQuery, useCreateDrafts } from './orderingQueries';
import type { Recommendation } from './queries';

export function DraftButton({ row }: { row: Recommendation }) {
  const account = useQuery(permissionsQuery);
  const accept = useCreateDrafts();
  // A retry after a broken connection uses the same key, so the line is drafted once.
  const [requestId] = useState(newUuid);
  if (!hasPermission(account.data?.permissions, 'purchasing.order')) return null;
  const { itemId, location, recommended: quantity } = row;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        sx={{ minHeight: 30, py: 0 }}
        disabled={accept.isPending || accept.isSuccess}
        aria-label={t('draftItem', { item: row.item, location })}
        onClick={() => accept.mutate({ requestId, lines: [{ itemId, location, quantity }] })}
      >
        {t('draft')}
      </Button>
      {accept.error && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {errorText(accept.error, t('couldntCreateTheDraftsTryAgain')).message}
        </Typography>
      )}
    </>
  );
}
