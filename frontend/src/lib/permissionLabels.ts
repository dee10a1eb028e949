/** The labels of the permissions. */
import { t } from '@/messages/en/permissions';
import type { Permission } from './permissions';

/** Every permission, in the order of the pages that need it. */
const PERMISSION_LABELS: Record<Permission, string> = {
  get 'inventory.read'() {
    return t('viewStockAndRecommendations');
  },
  get 'sales.read'() {
    return t('viewSales');
  },
  get 'purchasing.read'() {
    return t('viewPurchasesAndCosts');
  },
  get 'purchasing.order'() {
    return t('createDraftOrders');
  },
  get 'purchasing.manage'() {
    return t('editOrderingCosts');
  },
  get 'customers.read'() {
    return t('viewCustomersAndPredictions');
  },
  get 'calls.record'() {
    return t('recordCallOutcomes');
  },
  get 'alerts.manage'() {
    return t('createAlertRules');
  },
  get 'market.read'() {
    return t('viewMarketData');
  },
  get 'assistant.ask'() {
    return t('askSproutAi');
  },
  get 'assistant.review'() {
    return t('reviewFeedbackOnAnswers');
  },
  get 'reports.create'() {
    return t('generateReports');
  },
  get 'sync.read'() {
    return t('viewSyncsAndRejectedRows');
  },
  get 'sync.run'() {
    return t('startSyncs');
  },
  get 'sources.manage'() {
    return t('manageDataSources');
  },
  get 'organization.manage'() {
    return t('editOrganizationSettings');
  },
  get 'organization.export'() {
    return t('exportAllData');
  },
  get 'organization.delete'() {
    return t('deleteOrganization');
  },
  get 'members.read'() {
    return t('viewMembers');
  },
  get 'members.manage'() {
    return t('manageMembersAndInvitations');
  },
  get 'audit.read'() {
    return t('viewAuditLog');
  },
  get 'keys.manage'() {
    return t('manageApiKeys');
  },
  get 'webhooks.manage'() {
    return t('manageWebhooks');
  },
  get 'views.share'() {
    return t('shareViews');
  },
  get 'orders.send'() {
    return t('sendOrders');
  },
  get 'approvals.manage'() {
    return t('manageApprovalLimits');
  },
};

export const permissionLabel = (permission: Permission): string => PERMISSION_LABELS[permission];

export interface PermissionItem {
  permission: Permission;
  label: string;
  allowed: boolean;
}

/** Granted permissions first, then the others. */
export function listPermissions(held: readonly Permission[]): PermissionItem[] {
  const items = (Object.keys(PERMISSION_LABELS) as Permission[]).map((permission) => ({
    permission,
    label: permissionLabel(permission),
    allowed: held.includes(permission),
  }));
  return [...items.filter(({ allowed }) => allowed), ...items.filter(({ allowed }) => !allowed)];
}
