/** What was done, in plain English: one sentence's end for each action of the log. */

export const ACTION_LABELS: Record<string, string> = {
  'organization.created': 'Created the organization',
  'organization.changed': 'Changed the organization’s settings',
  'organization.exported': 'Exported everything of the organization',
  'invitation.sent': 'Invited somebody',
  'invitation.sent_again': 'Sent an invitation again',
  'invitation.revoked': 'Took an invitation back',
  'invitation.accepted': 'Accepted an invitation',
  'organization.second_step_set': 'Said whether members have to use two-step sign-in',
  'member.role_given': 'Gave a member another role',
  'member.sessions_ended': 'Ended a member’s sessions',
  'member.removed': 'Removed a member, or left',
  'session.opened': 'Signed in',
  'session.moved': 'Switched organizations',
  'session.ended': 'Ended a session',
  'session.others_ended': 'Ended all other sessions',
  'session.all_ended': 'The operator ended all sessions of somebody',
  'account.changed': 'Changed their account',
  'preferences.changed': 'Changed how figures and times are shown to them',
  'account.deleted': 'Deleted their account',
  'password.changed': 'Changed their password',
  'password.reset': 'Chose a new password by a letter’s link',
  'mfa.turned_on': 'Turned two-step sign-in on',
  'mfa.turned_off': 'Turned two-step sign-in off',
  'key.created': 'Made an API key',
  'key.revoked': 'Took an API key back',
  'source.set': 'Set where rows come from',
  'mapping.set': 'Set the names of columns',
  'schedule.set': 'Set the sync schedule',
  'drift.policy_set': 'Set what happens when columns change',
  'drift.accepted': 'Accepted changed columns',
  'sync.started': 'Started a sync',
  'sync.cancelled': 'Cancelled a sync',
  'purchasing.costs_set': 'Set ordering costs',
  'purchasing.stock_corrected': 'Corrected a stock row',
  'draft.accepted': 'Accepted recommendations as a draft order',
  'draft.ordered': 'Marked a draft as ordered',
  'draft.discarded': 'Discarded a draft',
  'organization.suspended': 'Suspended the organization',
  'organization.resumed': 'Let the organization work again',
  'organization.limits_set': 'Set how much the organization may hold',
  'letter.read': 'Read a letter that was not sent',
};

/** An action that this version does not know stays as it is named. */
export const actionLabel = (action: string): string => ACTION_LABELS[action] ?? action;

/** A small JSON value as lines of `name: value`. */
export function formatChanges(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [JSON.stringify(value)];
  return Object.entries(value).map(
    ([name, of]) => `${name}: ${typeof of === 'string' ? of : JSON.stringify(of)}`,
  );
}
