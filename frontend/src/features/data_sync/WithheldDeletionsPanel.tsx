/** Deletions that a sync withheld, by table, with the choice to keep or delete the rows. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/data_sync_panels';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { ConfirmDeletion } from './ConfirmDeletion';
import { WithheldTable } from './WithheldTable';
import { withheldDeletionsQuery, dismissalKey, type WithheldDeletion } from './withheldDeletions';

export { DeletionResult } from './DeletionResult';

interface WithheldDeletionsPanelProps {
  /** The person's role may start syncs. */
  canDelete: boolean;
  /** Why no sync can start now, as text. */
  disabledReason: string | undefined;
  /** Syncs the table and deletes at most this many rows. */
  onDelete: (table: string, missing: number) => void;
}

export function WithheldDeletionsPanel({ canDelete, disabledReason, onDelete }: WithheldDeletionsPanelProps) {
  const held = useQuery(withheldDeletionsQuery);
  const [address, setAddress] = useUrlParams();
  const [asked, setAsked] = useState<WithheldDeletion>();
  const saved = address.getAll('kept');
  const answerKeep = (table: WithheldDeletion, keep: boolean) =>
    setAddress(
      (before) => {
        const others = before.getAll('kept').filter((mark) => !mark.startsWith(`${table.sourceTable}.`));
        before.delete('kept');
        for (const mark of keep ? [...others, dismissalKey(table)] : others) before.append('kept', mark);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Panel title={t('rowsPendingDeletion')} subtitle={t('nothingWasDeletedTooManyRows')}>
      {body()}
      {asked && (
        <ConfirmDeletion
          table={asked}
          disabled={disabledReason !== undefined}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            onDelete(asked.sourceTable, asked.missingRows);
          }}
        />
      )}
    </Panel>
  );

  function body(): ReactNode {
    if (held.isPending) return <LoadingPlaceholder label={t('theRowsAreLoading')} height={120} />;
    if (held.isError && !held.data) {
      const errorProps = errorText(held.error, t('couldntLoadTheRows'));
      return <ErrorAlert {...errorProps} onRetry={() => void held.refetch()} retrying={held.isFetching} />;
    }
    if (held.data.tables.length === 0) return <EmptyState>{t('noRowsPendingDeletion')}</EmptyState>;
    return (
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {held.data.tables.map((table) => (
          <WithheldTable
            key={table.sourceTable}
            table={table}
            kept={saved.includes(dismissalKey(table))}
            canResolve={canDelete}
            disabled={disabledReason !== undefined}
            onDelete={() => setAsked(table)}
            onKeep={(keep) => answerKeep(table, keep)}
          />
        ))}
        {!canDelete && (
          <Typography sx={{ color: 'text.secondary' }}>{t('youDontHavePermissionToDelete')}</Typography>
        )}
        {canDelete && disabledReason !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {disabledReason}
          </Typography>
        )}
      </Box>
    );
  }
}
