/** Spanish texts: approval of orders. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/approvals';

export const messages: Translation<typeof t> = {
  approvalLimits: 'Límites de aprobación',
  ordersAboveALimitNeedApproval:
    'Los pedidos por encima de un límite necesitan la aprobación de alguien cuyo límite los cubra. Los propietarios no tienen límite.',
  couldntLoadTheLimits: 'No se pudieron cargar los límites.',
  theLimitsAreLoading: 'Los límites se están cargando',
  limitOfMembers: 'Límite para miembros ({currency})',
  limitOfAdmins: 'Límite para administradores ({currency})',
  memberLimitHelp:
    'El pedido más grande que los miembros pueden hacer sin aprobación. Déjelo en blanco para no tener límite.',
  adminLimitHelp:
    'El pedido más grande que los administradores pueden hacer o aprobar. Déjelo en blanco para no tener límite.',
  couldntSaveTheLimits: 'No se pudieron guardar los límites. Inténtelo de nuevo.',
  saveLimits: 'Guardar límites',
  noLimit: 'Sin límite',
  members: 'Miembros',
  admins: 'Administradores',
  owners: 'Propietarios',
  onlyOwnersChangeLimits: 'Solo los propietarios pueden cambiar estos límites.',
  limitsUpdatedBy: 'Cambiado {at} por {by}',
  aboveYourLimit:
    'Este pedido supera su límite. Podrá pedirse cuando lo apruebe alguien con un límite mayor.',
  awaitsApproval: 'Este pedido supera el límite de {who} y espera aprobación.',
  approve: 'Aprobar',
  approveDraft: 'Aprobar: {name}',
};
