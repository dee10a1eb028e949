/** One draft order: lines, history and actions. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDay, formatDateTime, formatMoney } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/ordering';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { RecordLink } from '@/ui/RecordLink';
import { DraftApproval, isAboveLimit } from './DraftApproval';
import { OrderEmailStatus } from './OrderEmailStatus';
import { SendOrderButton } from './SendOrderButton';
import { useChangeDraft, useDraftFile, type Draft } from './orderingQueries';

interface DraftCardProps {
  draft: Draft;
  /** The user's role may order and discard. */
  canManage: boolean;
  /** The user's role may send orders to suppliers. */
  canSend: boolean;
  /** In a list: links to the page of the order. */
  linked?: boolean;
}

export function DraftCard({ draft, canManage, canSend, linked = false }: DraftCardProps) {
  const file = useDraftFile(draft.id);
  const change = useChangeDraft();
  const [isConfirming, setIsConfirming] = useState(false);
  const name = draft.supplier ?? draft.supplierId ?? t('noSupplierOnRecord');
  const failed = change.error ?? file.error;
  const through = draft.lines
    .map((line) => line.countsThrough ?? '')
    .sort()
    .at(-1);
  return (
    <Box
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
          <Typography component={linked ? 'h3' : 'h2'} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            <RecordLink kind="order" id={draft.id} name={name} linked={linked} />
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
        aria-label={t('linesFor', { name })}
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
      <DraftApproval
        draft={draft}
        name={name}
        canManage={canManage}
        isPending={change.isPending}
        onApprove={() => change.mutate({ id: draft.id, action: 'approve' })}
      />
      {draft.email && <OrderEmailStatus draft={draft} email={draft.email} />}
      {failed && <ErrorAlert {...errorText(failed, t('somethingWentWrongTryAgain'))} />}
      {isConfirming ? question() : actions()}
    </Box>
  );

  function actions() {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {canSend && canBeSent(draft) && !isAboveLimit(draft) && <SendOrderButton draft={draft} name={name} />}
        {canManage && draft.state === 'draft' && draft.email?.state !== 'queued' && !isAboveLimit(draft) && (
          <Button
            size="small"
            variant={canSend ? 'outlined' : 'contained'}
            aria-label={t('markDraftAsOrdered', { name })}
            onClick={() => change.mutate({ id: draft.id, action: 'order' })}
            disabled={change.isPending}
          >
            {t('markAsOrdered')}
          </Button>
        )}
        <Button
          size="small"
          variant="outlined"
          aria-label={t('downloadDraftPdf', { name })}
          onClick={() => file.mutate('pdf')}
          disabled={file.isPending}
        >
          {t('downloadPdf')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          aria-label={t('downloadDraftCsv', { name })}
          onClick={() => file.mutate('csv')}
          disabled={file.isPending}
        >
          {t('downloadCsv')}
        </Button>
        {canManage && draft.state !== 'discarded' && (
          <Button
            size="small"
            color="error"
            aria-label={t('discardDraft', { name })}
            onClick={() => setIsConfirming(true)}
          >
            {t('discard')}
          </Button>
        )}
      </Box>
    );
  }

  function question() {
    return (
      <Box role="group" aria-label={t('discardDraftFor', { name })} sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2">
          {draft.state === 'ordered'
            ? t('cancelThisOrderItsQuantitiesWill')
            : t('discardThisDraftItsItemsWill')}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button size="small" ref={focusOnMount} onClick={() => setIsConfirming(false)}>
            {t('keep')}
          </Button>
          <Button
            size="small"
            variant="contained"
            color="error"
            onClick={() => change.mutate({ id: draft.id, action: 'discard' })}
            disabled={change.isPending}
          >
            {t('discard')}
          </Button>
        </Box>
      </Box>
    );
  }
}

/** Whether the order can be sent, or sent again to another address. */
const canBeSent = ({ state, email }: Draft) => state !== 'discarded' && email?.state !== 'queued';

/** Moves the focus to the button that replaced the pressed one. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

/** The history of a draft, and until when its order counts as incoming. */
function describeHistory(draft: Draft, through: string | undefined): string[] {
  const by = (event: string, who = '') => `${event}${who && ` ${t('byPerson', { who })}`}`;
  return [
    by(t('createdAt', { at: formatDateTime(draft.createdAt) }), draft.createdBy),
    draft.approvedAt !== undefined &&
      by(t('approvedAt', { at: formatDateTime(draft.approvedAt) }), draft.approvedBy),
    draft.orderedAt !== undefined &&
      by(t('orderedAt', { at: formatDateTime(draft.orderedAt) }), draft.orderedBy),
    draft.state === 'ordered' &&
      through !== undefined &&
      t('countsAsIncomingUntilItAppears', { through: formatDay(through) }),
    draft.discardedAt !== undefined &&
      by(t('discardedAt', { at: formatDateTime(draft.discardedAt) }), draft.discardedBy),
  ].filter((line) => typeof line === 'string');
}
