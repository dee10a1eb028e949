/** How an organization stands, and what became of emails, as text with the color that says the same. */
import type { Schemas } from '@sprout/client';
import type { Tone } from '@/ui/StatusBadge';

type BadgeLabel = readonly [tone: Tone, words: string];

export const HEALTH_LABELS: Record<Schemas['TenantHealth'], BadgeLabel> = {
  ok: ['green', 'Up to date'],
  stale: ['yellow', 'Not synced for 7 days'],
  failing: ['red', 'Last sync failed'],
  never_synced: ['grey', 'Never synced'],
  suspended: ['red', 'Suspended'],
};

export const EMAIL_STATE_LABELS: Record<Schemas['LetterState'], BadgeLabel> = {
  waiting: ['blue', 'Waiting'],
  sent: ['green', 'Sent'],
  given_up: ['red', 'Given up'],
  too_old: ['grey', 'Too old'],
};

const EMAIL_KIND_LABELS: Record<string, string> = {
  invitation: 'Invitation',
  password_reset: 'New password',
  email_verification: 'Confirm the address',
  organization_deleted: 'Organization deleted',
  registration_tried: 'Registration with a taken address',
};

export const emailKindLabel = (kind: string): string => EMAIL_KIND_LABELS[kind] ?? kind.replaceAll('_', ' ');

const ACTION_LABELS: Record<string, string> = {
  'operator.granted': 'Made an operator',
  'operator.revoked': 'Is no operator any more',
  'letter.read': 'Read a letter',
};

export const actionLabel = (action: string): string => ACTION_LABELS[action] ?? action;

const RUN_STATE_LABELS: Record<Schemas['RunState'], string> = {
  queued: 'Waiting',
  running: 'Goes on',
  succeeded: 'Succeeded',
  succeeded_with_rejects: 'Succeeded, with rejected rows',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The contract has a plain string here: an unknown state is shown as it is. */
export const runStateLabel = (state: string): string =>
  Object.hasOwn(RUN_STATE_LABELS, state) ? RUN_STATE_LABELS[state as Schemas['RunState']] : state;
