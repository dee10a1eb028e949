/** Portuguese texts: data sync https files. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_https_files';

export const messages: Translation<typeof t> = {
  enterTheAddressOfAFile:
    'Informe o endereço https de um arquivo CSV, de uma pasta de trabalho ou de um arquivo Parquet, ou o link de uma planilha Google que qualquer pessoa com o link possa ver. Deixe as outras tabelas em branco.',
  moreTables: 'Mais tabelas',
  protectedFiles: 'Arquivos protegidos',
  user: 'Usuário',
  blankForABearerToken: 'Deixe em branco para um token de portador.',
  passwordOrToken: 'Senha ou token',
  onlyForFilesOfOneServer:
    'Enviado a um só servidor. Armazenado criptografado e nunca exibido: informe de novo a cada alteração.',
};
