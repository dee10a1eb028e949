/** Portuguese texts: columns of a source that are computed from others. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/column_expressions';

export const messages: Translation<typeof t> = {
  compute: 'Calcular a partir de outras colunas',
  notComputed: 'Não calculada',
  firstFilled: 'Primeira coluna que não está vazia',
  concatenate: 'Colunas unidas',
  removePrefix: 'Coluna sem um prefixo',
  add: 'Soma das colunas',
  subtract: 'Primeira coluna menos a segunda',
  multiply: 'Produto das colunas',
  divide: 'Primeira coluna dividida pela segunda',
  scale: 'Coluna vezes um número',
  negateWhen: 'Primeira coluna, com o sinal trocado se a segunda for uma palavra',
  negativeWhen: 'Primeira coluna, negativa se a segunda for uma palavra',
  absolute: 'Coluna sem o seu sinal',
  keepWhen: 'Primeira coluna só se a segunda for uma palavra',
  wordBySign: 'Palavra pelo sinal da coluna',
  dateFromParts: 'Data de ano, mês e dia',
  readDate: 'Data em uma forma conhecida',
  readNumber: 'Número com um sinal decimal conhecido',
  separator: 'Separador',
  prefix: 'Prefixo',
  factor: 'Número, como 0.01',
  dateForm: 'Forma: mdy, dmy, yyyymmdd ou cyymmdd',
  decimalSign: 'Sinal decimal: point ou comma',
  columnsOfYourSource: 'Colunas da sua fonte',
  oneColumnPerLine: 'Uma por linha, na ordem da operação.',
  wordsBySign: 'Palavra se negativo, depois palavra se positivo',
  wordsOfTheSecondColumn: 'Palavras da segunda coluna',
  oneWordPerLine: 'Uma palavra por linha.',
};
