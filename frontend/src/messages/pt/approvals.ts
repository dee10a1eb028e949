/** Portuguese texts: approval of orders. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/approvals';

export const messages: Translation<typeof t> = {
  approvalLimits: 'Limites de aprovação',
  ordersAboveALimitNeedApproval:
    'Pedidos acima de um limite precisam da aprovação de alguém cujo limite os cubra. Proprietários não têm limite.',
  couldntLoadTheLimits: 'Não foi possível carregar os limites.',
  theLimitsAreLoading: 'Os limites estão sendo carregados',
  limitOfMembers: 'Limite para membros ({currency})',
  limitOfAdmins: 'Limite para administradores ({currency})',
  memberLimitHelp:
    'O maior pedido que os membros podem fazer sem aprovação. Deixe em branco para não ter limite.',
  adminLimitHelp:
    'O maior pedido que os administradores podem fazer ou aprovar. Deixe em branco para não ter limite.',
  couldntSaveTheLimits: 'Não foi possível salvar os limites. Tente novamente.',
  saveLimits: 'Salvar limites',
  noLimit: 'Sem limite',
  members: 'Membros',
  admins: 'Administradores',
  owners: 'Proprietários',
  onlyOwnersChangeLimits: 'Somente proprietários podem alterar estes limites.',
  limitsUpdatedBy: 'Alterado {at} por {by}',
  aboveYourLimit:
    'Este pedido está acima do seu limite. Poderá ser feito depois que alguém com um limite maior o aprovar.',
  awaitsApproval: 'Este pedido está acima do limite de {who} e aguarda aprovação.',
  approve: 'Aprovar',
  approveDraft: 'Aprovar: {name}',
};
