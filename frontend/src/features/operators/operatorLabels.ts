/** Labels and badge colors of organization health, email states and operator actions. */
import type { Schemas } from '@sprout/client';
import { t } from '@/messages/en/operators';
import type { Tone } from '@/ui/StatusBadge';

type BadgeLabel = readonly [tone: Tone, words: string];

export const HEALTH_LABELS: Record<Schemas['TenantHealth'], BadgeLabel> = {
  get ok() {
    return ['green', t('upToDate')] as const;
  },
  get degraded() {
    return ['yellow', t('rowsRejected')] as const;
  },
  get stale() {
    return ['yellow', t('notSyncedFor7Days')] as const;
  },
  get failing() {
    return ['red', t('lastSyncFailed')] as const;
  },
  get never_synced() {
    return ['grey', t('neverSynced')] as const;
  },
  get suspended() {
    return ['red', t('suspended')] as const;
  },
};

export const EMAIL_STATE_LABELS: Record<Schemas['EmailState'], BadgeLabel> = {
  get pending() {
    return ['blue', t('waiting')] as const;
  },
  get sent() {
    return ['green', t('sent')] as const;
  },
  get failed() {
    return ['red', t('failed')] as const;
  },
  get expired() {
    return ['grey', t('expired')] as const;
  },
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
  get 'sessions.revoked'() {
    return t('revokedAllSessions');
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
