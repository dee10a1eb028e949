/** English texts: approval of orders. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('approvals', {
  approvalLimits: 'Approval limits',
  ordersAboveALimitNeedApproval:
    'Orders above a limit need the approval of someone whose limit covers them. Owners have no limit.',
  couldntLoadTheLimits: 'Couldn’t load the limits.',
  theLimitsAreLoading: 'The limits are loading',
  limitOfMembers: 'Limit for members ({currency})',
  limitOfAdmins: 'Limit for admins ({currency})',
  memberLimitHelp: 'The largest order that members can place without approval. Leave blank for no limit.',
  adminLimitHelp: 'The largest order that admins can place or approve. Leave blank for no limit.',
  couldntSaveTheLimits: 'Couldn’t save the limits. Try again.',
  saveLimits: 'Save limits',
  noLimit: 'No limit',
  members: 'Members',
  admins: 'Admins',
  owners: 'Owners',
  onlyOwnersChangeLimits: 'Only owners can change these limits.',
  limitsUpdatedBy: 'Changed {at} by {by}',
  aboveYourLimit:
    'This order is above your limit. It can be ordered after someone with a higher limit approves it.',
  awaitsApproval: 'This order is above the limit of {who} and waits for approval.',
  approve: 'Approve',
  approveDraft: 'Approve: {name}',
});
