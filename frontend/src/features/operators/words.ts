/** How an organization stands, and what became of letters, in words with the colour that says the same. */
import type { Schemas } from '@sprout/client';
import type { Tone } from '@/ui/ToneMark';

type Said = readonly [tone: Tone, words: string];

export const HEALTH: Record<Schemas['TenantHealth'], Said> = {
  ok: ['green', 'Up to date'],
  stale: ['yellow', 'Not synced for 7 days'],
  failing: ['red', 'Last sync failed'],
  never_synced: ['grey', 'Never synced'],
  suspended: ['red', 'Suspended'],
};

export const LETTER_STATE: Record<Schemas['LetterState'], Said> = {
  waiting: ['blue', 'Waiting'],
  sent: ['green', 'Sent'],
  given_up: ['red', 'Given up'],
  too_old: ['grey', 'Too old'],
};

const LETTER_KINDS: Record<string, string> = {
  invitation: 'Invitation',
  password_reset: 'New password',
  email_verification: 'Confirm the address',
  organization_deleted: 'Organization deleted',
  registration_tried: 'Registration with a taken address',
};

export const letterKind = (kind: string): string => LETTER_KINDS[kind] ?? kind.replaceAll('_', ' ');

const DEEDS: Record<string, string> = {
  'operator.granted': 'Made an operator',
  'operator.revoked': 'Is no operator any more',
  'letter.read': 'Read a letter',
};

export const deedWords = (action: string): string => DEEDS[action] ?? action;

const RUN_STATES: Record<string, string> = {
  running: 'Goes on',
  succeeded: 'Succeeded',
  succeeded_with_rejects: 'Succeeded, with rejected rows',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const runWords = (state: string): string => RUN_STATES[state] ?? state;
