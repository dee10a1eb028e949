/** One draft order: what is in it, who wrote it, and what can become of it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDay, formatDateTime, formatMoney } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { useCloseDraft, useDraftFile, type Draft } from './orderingQueries';

interface DraftCardProps {
  draft: Draft;
  /** The person's role may order and discard. */
  canManage: boolean;
}

export function DraftCard({ draft, canManage }: DraftCardProps) {
  const file = useDraftFile(draft.id);
  const close = useCloseDraft();
  const [isConfirming, setIsConfirming] = useState(false);
  const name = draft.supplier ?? draft.supplierId ?? 'No supplier on record';
  const failed = close.error ?? file.error;
  const through = draft.lines
    .map((line) => line.countsThrough ?? '')
    .sort()
    .at(-1);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        p: 4,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, justifyContent: 'space-between' }}>
          <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(draft.cost, draft.currency)}
          </Typography>
        </Box>
        {describeHistory(draft, through).map((line) => (
          <Typography key={line} variant="body2" sx={{ color: 'text.secondary' }}>
            {line}
          </Typography>
        ))}
      </Box>
      <Box
        component="ul"
        aria-label={`Lines for ${name}`}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {draft.lines.map((line) => (
          <Box
            component="li"
            key={`${line.itemId} ${line.location}`}
            sx={{ display: 'flex', gap: 3, justifyContent: 'space-between' }}
          >
            <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {line.item}, {line.location}
            </Typography>
            <Typography variant="body2" sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
              {formatQuantity(line.quantity, line.unit)}
            </Typography>
          </Box>
        ))}
      </Box>
      {failed && <ErrorAlert {...errorText(failed, 'That could not be done.')} />}
      {isConfirming ? question() : actions()}
    </Box>
  );

  function actions() {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {canManage && draft.state === 'draft' && (
          <Button
            size="small"
            variant="contained"
            aria-label={`Mark as ordered: ${name}`}
            onClick={() => close.mutate({ id: draft.id, action: 'order' })}
            disabled={close.isPending}
          >
            Mark as ordered
          </Button>
        )}
        <Button
          size="small"
          variant="outlined"
          aria-label={`Download CSV: ${name}`}
          onClick={() => file.mutate()}
          disabled={file.isPending}
        >
          Download CSV
        </Button>
        {canManage && draft.state !== 'discarded' && (
          <Button
            size="small"
            color="error"
            aria-label={`Discard: ${name}`}
            onClick={() => setIsConfirming(true)}
          >
            Discard
          </Button>
        )}
      </Box>
    );
  }

  function question() {
    return (
      <Box role="group" aria-label={`Discard the draft for ${name}?`} sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2">
          {draft.state === 'ordered'
            ? 'Was this order called off? Its quantities count no more, and what is short is recommended again.'
            : 'Discard this draft? What is short is recommended again.'}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button size="small" ref={focusOnMount} onClick={() => setIsConfirming(false)}>
            Keep it
          </Button>
          <Button
            size="small"
            variant="contained"
            color="error"
            onClick={() => close.mutate({ id: draft.id, action: 'discard' })}
            disabled={close.isPending}
          >
            Discard it
          </Button>
        </Box>
      </Box>
    );
  }
}

/** The keyboard follows to what has taken the pressed button's place. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

/** Who did what when, and until when an order counts by itself. */
function describeHistory(draft: Draft, through: string | undefined): string[] {
  const by = (what: string, at: string, who = '') => `${what} ${formatDateTime(at)}${who && ` by ${who}`}`;
  return [
    by('Written', draft.createdAt, draft.createdBy),
    draft.orderedAt !== undefined && by('Ordered', draft.orderedAt, draft.orderedBy),
    draft.state === 'ordered' &&
      through !== undefined &&
      `Counts as on its way until the warehouse shows it, at most through ${formatDay(through)}`,
    draft.discardedAt !== undefined && by('Discarded', draft.discardedAt, draft.discardedBy),
  ].filter((line) => typeof line === 'string');
}
