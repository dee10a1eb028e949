/** Portuguese texts: what is noted about synced tables. */
import type { TableNoteTexts } from '../explanations';

export const messages: TableNoteTexts = {
  files_skipped: 'Arquivos sem mudanças que foram ignorados: {count}.',
  deletions_above_confirmed:
    'Faltam na origem {count} de {total} linhas, mais do que as {limit} confirmadas. Nenhuma foi excluída. Verifique a origem e depois confirme esse número.',
  deletions_uncertain:
    'Faltam na origem {count} de {total} linhas. Linhas com erros ({limit}) podem estar entre elas, por isso nenhuma foi excluída. Verifique a origem e sincronize novamente.',
  deletions_above_percent:
    'Faltam na origem {count} de {total} linhas, mais de {limit} %. Nenhuma foi excluída. Verifique a origem e depois confirme a exclusão.',
  changed_rows_only: 'Somente as linhas alteradas desde {since} foram lidas.',
  numbers_rounded: 'Números com mais de 4 casas decimais que foram arredondados: {count}.',
  columns_changed: 'Colunas da origem que mudaram: {columns}.',
  columns_ignored: 'Colunas desconhecidas que foram ignoradas: {columns}.',
};
