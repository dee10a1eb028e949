/** French texts: approval of orders. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/approvals';

export const messages: Translation<typeof t> = {
  approvalLimits: 'Limites d’approbation',
  ordersAboveALimitNeedApproval:
    'Au-delà d’une limite, une commande doit être approuvée par une personne dont la limite la couvre. Les propriétaires n’ont pas de limite.',
  couldntLoadTheLimits: 'Impossible de charger les limites.',
  theLimitsAreLoading: 'Chargement des limites',
  limitOfMembers: 'Limite des membres ({currency})',
  limitOfAdmins: 'Limite des administrateurs ({currency})',
  memberLimitHelp:
    'La plus grande commande que les membres peuvent passer sans approbation. Laissez vide pour aucune limite.',
  adminLimitHelp:
    'La plus grande commande que les administrateurs peuvent passer ou approuver. Laissez vide pour aucune limite.',
  couldntSaveTheLimits: 'Impossible d’enregistrer les limites. Réessayez.',
  saveLimits: 'Enregistrer les limites',
  noLimit: 'Aucune limite',
  members: 'Membres',
  admins: 'Administrateurs',
  owners: 'Propriétaires',
  onlyOwnersChangeLimits: 'Seuls les propriétaires peuvent modifier ces limites.',
  limitsUpdatedBy: 'Modifié {at} par {by}',
  aboveYourLimit:
    'Cette commande dépasse votre limite. Elle pourra être passée quand une personne avec une limite plus élevée l’aura approuvée.',
  awaitsApproval: 'Cette commande dépasse la limite de {who} et attend une approbation.',
  approve: 'Approuver',
  approveDraft: 'Approuver : {name}',
};
