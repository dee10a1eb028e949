/** Labels and badge colors of organization health, email states and operator actions. */
import type { Schemas } from '@sprout/client';
import { t } from '@/messages/en/operators';
import type { Tone } from '@/ui/StatusBadge';

type BadgeLabel = readonly [tone: Tone, words: string];

export const HEALTH_LABELS: Record<Schemas['TenantHealth'], BadgeLabel> = {
  ok: ['green', 'Up to date'],
  stale: ['yellow', 'Not synced for 7 days'],
  failing: ['red', 'Last sync failed'],
  never_synced: ['grey', 'Never synced'],
  suspended: ['red', 'Suspended'],
};

export const EMAIL_STATE_LABELS: Record<Schemas['EmailState'], BadgeLabel> = {
  pending: ['blue', 'Waiting'],
  sent: ['green', 'Sent'],
  failed: ['red', 'Failed'],
  expired: ['grey', 'Expired'],
};

const EMAIL_KIND_LABELS: Record<Schemas['EmailKind'], string> = {
  get invitation() {
    return t('invitation');
  },
  get password_reset() {
    return t('passwordReset');
  },
  get email_verification() {
    return t('emailConfirmation');
  },
  get organization_deleted() {
    return t('organizationDeleted');
  },
  get registration_attempted() {
    return t('registrationWithAnExistingAddress');
  },
  get password_changed() {
    return t('passwordChanged');
  },
  get mfa_changed() {
    return t('mfaChanged');
  },
  get mfa_required() {
    return t('mfaRequired');
  },
  get account_deleted() {
    return t('accountDeleted');
  },
};

export const emailKindLabel = (kind: Schemas['EmailKind']): string => EMAIL_KIND_LABELS[kind];

const ACTION_LABELS: Record<Schemas['OperatorAction'], string> = {
  get 'operator.granted'() {
    return t('grantedOperatorAccess');
  },
  get 'operator.revoked'() {
    return t('revokedOperatorAccess');
  },
  get 'email.read'() {
    return t('viewedUnsentEmail');
  },
};

export const actionLabel = (action: Schemas['OperatorAction']): string => ACTION_LABELS[action];

const RUN_STATE_LABELS: Record<Schemas['RunState'], string> = {
  get queued() {
    return t('waiting');
  },
  get running() {
    return t('running');
  },
  get succeeded() {
    return t('succeeded');
  },
  get succeeded_with_rejects() {
    return t('succeededWithRejectedRows');
  },
  get failed() {
    return t('failed');
  },
  get cancelled() {
    return t('canceled');
  },
};

export const runStateLabel = (state: Schemas['RunState']): string => RUN_STATE_LABELS[state];
