/** Portuguese texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} parece {table} ({confidence} de certeza).',
  reviewSuggestion: 'Revisar a sugestão',
  completeWords: 'Informe o que estas palavras significam para {column}: {words}.',
  checkAndSave: 'Preenchido abaixo. Verifique cada coluna e salve o mapeamento.',
  fillIn: 'Preencher a partir de {name}',
  joinOrders:
    '{name} tem apenas pedidos ou apenas suas linhas. Crie uma visão que os reúna e mapeie a visão.',
  separateLocations:
    '{name} tem uma coluna para cada local. Crie uma visão com uma linha por item e local e mapeie a visão.',
  separatePartners:
    '{name} é um cliente ou um fornecedor. Calcule customer_id e supplier_id a partir dela e do tipo de documento.',
  incomingQuantity:
    '{name} é uma quantidade que entrou. Calcule quantity e direction a partir dela e da quantidade que saiu.',
  chooseColumn: 'Que coluna é {name}: {options}?',
  missingColumn: 'Que coluna é {name}, ou que valor ela tem em todas as linhas?',
  dateOrder: 'O mês ou o dia vem primeiro em {name}? Leia a coluna como data em um formato conhecido.',
  decimalSign:
    'O separador em {name} é um sinal decimal? Leia a coluna como número com um sinal decimal conhecido.',
};
