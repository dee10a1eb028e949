/** Portuguese texts: the calendar feed. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/calendar_feed';

export const messages: Translation<typeof t> = {
  calendar: 'Calendário',
  subtitle: 'Entregas esperadas e janelas de compra no seu aplicativo de calendário.',
  createUrl: 'Criar URL do calendário',
  replaceUrl: 'Substituir URL',
  revokeUrl: 'Revogar URL',
  createdAt: 'A URL do seu calendário foi criada em {at}. Ela não será mostrada de novo.',
  noUrl: 'Você não tem uma URL de calendário.',
  couldntLoad: 'Não foi possível carregar as configurações do calendário.',
  couldntCreate: 'Não foi possível criar a URL. Tente novamente.',
  couldntRevoke: 'Não foi possível revogar a URL. Tente novamente.',
  calendarUrl: 'URL do calendário',
  copyNow: 'Copie a URL agora. Ela não será mostrada de novo.',
  usage: 'Assine-a no seu aplicativo de calendário. Quem a tiver pode ler seu calendário.',
  copyUrl: 'Copiar URL',
  copied: 'Copiada.',
  browserBlockedCopying: 'O navegador bloqueou a cópia. Selecione a URL e copie-a.',
  done: 'Concluído',
};
