/** German texts: approval of orders. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/approvals';

export const messages: Translation<typeof t> = {
  approvalLimits: 'Freigabegrenzen',
  ordersAboveALimitNeedApproval:
    'Bestellungen über einer Grenze muss jemand freigeben, dessen Grenze dafür ausreicht. Inhaber haben keine Grenze.',
  couldntLoadTheLimits: 'Die Grenzen konnten nicht geladen werden.',
  theLimitsAreLoading: 'Die Grenzen werden geladen',
  limitOfMembers: 'Grenze für Mitglieder ({currency})',
  limitOfAdmins: 'Grenze für Administratoren ({currency})',
  memberLimitHelp:
    'Die größte Bestellung, die Mitglieder ohne Freigabe aufgeben können. Leer lassen für keine Grenze.',
  adminLimitHelp:
    'Die größte Bestellung, die Administratoren aufgeben oder freigeben können. Leer lassen für keine Grenze.',
  couldntSaveTheLimits: 'Die Grenzen konnten nicht gespeichert werden. Versuchen Sie es erneut.',
  saveLimits: 'Grenzen speichern',
  noLimit: 'Keine Grenze',
  members: 'Mitglieder',
  admins: 'Administratoren',
  owners: 'Inhaber',
  onlyOwnersChangeLimits: 'Nur Inhaber können diese Grenzen ändern.',
  limitsUpdatedBy: 'Geändert {at} von {by}',
  aboveYourLimit:
    'Diese Bestellung liegt über Ihrer Grenze. Sie kann bestellt werden, sobald jemand mit höherer Grenze sie freigibt.',
  awaitsApproval: 'Diese Bestellung liegt über der Grenze von {who} und wartet auf Freigabe.',
  approve: 'Freigeben',
  approveDraft: 'Freigeben: {name}',
};
