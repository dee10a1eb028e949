/** Portuguese texts: the mapping of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/source_mapping';

export const messages: Translation<typeof t> = {
  tableInYourSource: 'Tabela na sua fonte',
  tableOrFileWithoutItsEnding: 'Nome da tabela, ou do arquivo sem a extensão',
  required: 'Obrigatório',
  optional: 'Opcional',
  valuesOf: 'Valores de {column}',
  sameValueInEveryRow: 'O mesmo valor em cada linha',
  wordsForValues: 'Palavras para valores',
  onePerLine: 'Uma por linha: palavra = valor. As outras células ficam como estão.',
  writeOneWordPerLine: 'Escreva uma palavra por linha assim: palavra = valor.',
  mappingSavedItApplies: 'Mapeamento salvo. Vale a partir da próxima sincronização.',
  couldntSaveTheMapping: 'Não foi possível salvar o mapeamento. Tente novamente.',
  saveMapping: 'Salvar mapeamento',
};
