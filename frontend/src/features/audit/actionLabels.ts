/** Labels of the audit log actions, one phrase per action. */
import type { Schemas } from '@sprout/client';
import { t } from '@/messages/en/audit';

export const ACTION_LABELS: Record<Schemas['AuditAction'], string> = {
  get 'organization.created'() {
    return t('createdOrganization');
  },
  get 'organization.updated'() {
    return t('updatedOrganizationSettings');
  },
  get 'organization.exported'() {
    return t('exportedOrganizationData');
  },
  get 'invitation.sent'() {
    return t('sentInvitation');
  },
  get 'invitation.resent'() {
    return t('resentInvitation');
  },
  get 'invitation.revoked'() {
    return t('revokedInvitation');
  },
  get 'invitation.accepted'() {
    return t('acceptedInvitation');
  },
  get 'organization.mfa_policy_updated'() {
    return t('changedMfaRequirement');
  },
  get 'member.role_updated'() {
    return t('changedMemberRole');
  },
  get 'member.sessions_revoked'() {
    return t('endedMemberSessions');
  },
  get 'member.removed'() {
    return t('removedMember');
  },
  get 'session.created'() {
    return t('signedIn');
  },
  get 'session.organization_switched'() {
    return t('switchedOrganizations');
  },
  get 'session.revoked'() {
    return t('endedSession');
  },
  get 'session.others_revoked'() {
    return t('endedOtherSessions');
  },
  get 'session.all_revoked'() {
    return t('endedAllSessionsOfAUser');
  },
  get 'account.updated'() {
    return t('updatedAccount');
  },
  get 'preferences.updated'() {
    return t('updatedPreferences');
  },
  get 'account.deleted'() {
    return t('deletedAccount');
  },
  get 'password.changed'() {
    return t('changedPassword');
  },
  get 'password.reset'() {
    return t('resetPasswordByEmailLink');
  },
  get 'mfa.enabled'() {
    return t('turnedOnMfa');
  },
  get 'mfa.disabled'() {
    return t('turnedOffMfa');
  },
  get 'api_key.created'() {
    return t('createdApiKey');
  },
  get 'api_key.revoked'() {
    return t('revokedApiKey');
  },
  get 'view.shared'() {
    return t('sharedView');
  },
  get 'view.share_revoked'() {
    return t('revokedSharedView');
  },
  get 'webhook.created'() {
    return t('createdWebhook');
  },
  get 'webhook.updated'() {
    return t('changedWebhook');
  },
  get 'webhook.disabled'() {
    return t('disabledWebhook');
  },
  get 'webhook.deleted'() {
    return t('deletedWebhook');
  },
  get 'webhook.secret_rotated'() {
    return t('rotatedWebhookSecret');
  },
  get 'webhook.delivery_replayed'() {
    return t('replayedWebhookDelivery');
  },
  get 'message_channel.created'() {
    return t('addedMessageChannel');
  },
  get 'message_channel.updated'() {
    return t('changedMessageChannel');
  },
  get 'message_channel.deleted'() {
    return t('removedMessageChannel');
  },
  get 'data_source.updated'() {
    return t('changedDataSource');
  },
  get 'column_mapping.updated'() {
    return t('changedColumnMapping');
  },
  get 'sales_dating.updated'() {
    return t('changedSalesDates');
  },
  get 'sync_schedule.updated'() {
    return t('changedSyncSchedule');
  },
  get 'schema_drift.policy_updated'() {
    return t('changedColumnChangePolicy');
  },
  get 'schema_drift.accepted'() {
    return t('acceptedColumnChanges');
  },
  get 'sync.started'() {
    return t('startedSync');
  },
  get 'sync.cancelled'() {
    return t('canceledSync');
  },
  get 'purchasing_settings.updated'() {
    return t('changedOrderingCosts');
  },
  get 'stock_correction.updated'() {
    return t('correctedStockItem');
  },
  get 'location_mapping.updated'() {
    return t('mappedLocations');
  },
  get 'price_confirmation.updated'() {
    return t('confirmedUnusualPrice');
  },
  get 'call_outcome.recorded'() {
    return t('recordedCallOutcome');
  },
  get 'call_list_settings.updated'() {
    return t('changedCallListSettings');
  },
  get 'order_draft.created'() {
    return t('createdDraftOrder');
  },
  get 'order_draft.ordered'() {
    return t('markedDraftOrderAsOrdered');
  },
  get 'order_draft.sent'() {
    return t('sentOrder');
  },
  get 'order_draft.acknowledged'() {
    return t('acknowledgedOrder');
  },
  get 'supplier_contact.updated'() {
    return t('updatedSupplierContact');
  },
  get 'order_draft.approved'() {
    return t('approvedOrder');
  },
  get 'weather_settings.updated'() {
    return t('updatedWeatherSettings');
  },
  get 'approval_limits.updated'() {
    return t('updatedApprovalLimits');
  },
  get 'order_draft.discarded'() {
    return t('discardedDraftOrder');
  },
  get 'organization.suspended'() {
    return t('suspendedOrganization');
  },
  get 'organization.resumed'() {
    return t('reactivatedOrganization');
  },
  get 'organization.limits_updated'() {
    return t('changedOrganizationLimits');
  },
  get 'email.read'() {
    return t('viewedUnsentEmail');
  },
};

export const actionLabel = (action: Schemas['AuditAction']): string => ACTION_LABELS[action];

/** A small JSON value as lines of `name: value`. */
export function formatChanges(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [JSON.stringify(value)];
  return Object.entries(value).map(
    ([name, of]) => `${name}: ${typeof of === 'string' ? of : JSON.stringify(of)}`,
  );
}
