/** Whether a draft order waits for approval, and the button that approves it. */
import Button from '@mui/material/Button';
import { t } from '@/messages/en/approvals';
import { Callout } from '@/ui/Callout';
import type { Draft } from './orderingQueries';

interface DraftApprovalProps {
  draft: Draft;
  /** The supplier's name. */
  name: string;
  /** The user's role may order. */
  canManage: boolean;
  isPending: boolean;
  onApprove: () => void;
}

/** Whether the user may order the draft only after someone has approved it. */
export const isAboveLimit = ({ state, isWithinLimit, approvedAt }: Draft) =>
  state === 'draft' && !isWithinLimit && approvedAt === undefined;

export function DraftApproval({ draft, name, canManage, isPending, onApprove }: DraftApprovalProps) {
  if (isAboveLimit(draft)) {
    return canManage ? <Callout severity="info">{t('aboveYourLimit')}</Callout> : null;
  }
  if (!draft.awaitsApproval) return null;
  const action = canManage && (
    <Button
      size="small"
      variant="outlined"
      aria-label={t('approveDraft', { name })}
      onClick={onApprove}
      disabled={isPending}
      sx={{ flexShrink: 0 }}
    >
      {t('approve')}
    </Button>
  );
  return (
    <Callout severity="info" action={action}>
      {t('awaitsApproval', { who: draft.createdBy })}
    </Callout>
  );
}
