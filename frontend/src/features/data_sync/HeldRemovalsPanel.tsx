/** Rows that a sync would have removed and did not, table by table, with the question what is to become of them. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { ConfirmRemoval } from './ConfirmRemoval';
import { HeldTable } from './HeldTable';
import { heldRemovals, keptMark, type HeldRemoval } from './removals';

export { RemovalOutcome } from './RemovalOutcome';

interface HeldRemovalsPanelProps {
  /** The person's role may start syncs. */
  mayRemove: boolean;
  /** Why no sync can start now, in words. */
  disabledReason: string | undefined;
  /** Syncs the table and lets go of at most so many rows. */
  onRemove: (table: string, missing: number) => void;
}

export function HeldRemovalsPanel({ mayRemove, disabledReason, onRemove }: HeldRemovalsPanelProps) {
  const held = useQuery(heldRemovals);
  const [address, setAddress] = useSearchParams();
  const [asked, setAsked] = useState<HeldRemoval>();
  const kept = address.getAll('kept');
  const answerKeep = (table: HeldRemoval, keep: boolean) =>
    setAddress(
      (before) => {
        const others = before.getAll('kept').filter((mark) => !mark.startsWith(`${table.sourceTable}.`));
        before.delete('kept');
        for (const mark of keep ? [...others, keptMark(table)] : others) before.append('kept', mark);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Panel
      title="Rows that would be removed"
      subtitle="The source no longer has so many rows that nothing was removed. Look at the source first: an export that broke off looks the same."
    >
      {body()}
      {asked && (
        <ConfirmRemoval
          table={asked}
          disabled={disabledReason !== undefined}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            onRemove(asked.sourceTable, asked.missing);
          }}
        />
      )}
    </Panel>
  );

  function body(): ReactNode {
    if (held.isPending) return <Waiting label="The rows are loading" height={120} />;
    if (held.isError && !held.data) {
      const said = sayFailure(held.error, 'The rows did not load.');
      return <FailureNotice {...said} onRetry={() => void held.refetch()} retrying={held.isFetching} />;
    }
    if (held.data.tables.length === 0) return <Notice>No rows wait for an answer any more.</Notice>;
    return (
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {held.data.tables.map((table) => (
          <HeldTable
            key={table.sourceTable}
            table={table}
            kept={kept.includes(keptMark(table))}
            mayAnswer={mayRemove}
            disabled={disabledReason !== undefined}
            onRemove={() => setAsked(table)}
            onKeep={(keep) => answerKeep(table, keep)}
          />
        ))}
        {!mayRemove && (
          <Typography sx={{ color: 'text.secondary' }}>
            Your role may look at these rows but not remove them. Ask an administrator of your organization.
          </Typography>
        )}
        {mayRemove && disabledReason !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {disabledReason}
          </Typography>
        )}
      </Box>
    );
  }
}
