/** Portuguese texts: API keys. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/api_keys';

export const messages: Translation<typeof t> = {
  keyCopied: 'Chave copiada.',
  yourBrowserBlockedCopyingSelectThe:
    'Seu navegador bloqueou a cópia. Selecione a chave e copie-a manualmente.',
  created: '{name}: chave criada.',
  copyTheKeyNowAndStore: 'Copie a chave agora e guarde-a em segurança. Ela não será mostrada de novo.',
  apiKey: 'Chave de API {name}',
  apiReference: 'Referência da API',
  sendItInTheAuthorizationHeader: 'Envie-a no cabeçalho Authorization; nunca a coloque em uma URL. {link}',
  copyKey: 'Copiar chave',
  done: 'Concluído',
  thisKeyCanDoTheFollowing: 'Esta chave pode fazer o seguinte, enquanto {createdBy} puder:',
  revokeKey: 'Revogar {name}',
  revoke: 'Revogar',
  anythingUsingThisKeyStopsWorking:
    'Tudo que usa esta chave deixa de funcionar imediatamente. Isso não pode ser desfeito.',
  name: 'Nome',
  createdBy: 'Criada por',
  lastUsed: 'Último uso',
  never: 'Nunca',
  expires: 'Expira',
  expired: 'Expirada',
  inactiveItsCreatorLeftTheOrganization: 'Inativa: quem a criou saiu da organização',
  apiKeys: 'Chaves de API',
  letYourSoftwareAccessSproutA:
    'Dê ao seu software acesso ao Sprout. Uma chave não pode fazer mais do que a pessoa que a criou.',
  wasRevoked: '{name} foi revogada.',
  newKey: 'Nova chave',
  selectOnlyThePermissionsThatYour: 'Selecione apenas as permissões de que seu software precisa.',
  theKeysAreLoading: 'Carregando as chaves',
  couldntLoadTheKeys: 'Não foi possível carregar as chaves.',
  noApiKeysYetCreateOne: 'Ainda não há chaves de API. Crie uma abaixo.',
  details: 'Detalhes',
  aNameForTheSoftwareThat: 'Um nome para o software que a usa, como “Exportação noturna de estoque”.',
  permissions: 'Permissões',
  couldntCreateTheKeyTryAgain: 'Não foi possível criar a chave. Tente novamente.',
  createKey: 'Criar chave',
  couldntRevokeTheKey: 'Não foi possível revogar a chave. Ela ainda funciona. Tente novamente.',
  in90Days: 'Em 90 dias',
  in30Days: 'Em 30 dias',
  inAYear: 'Em um ano',
};
