/** Portuguese texts: what Data Sync says about runs and tables. `{detail}` is its message, in English. */
import type { SyncMessageTexts } from '../explanations';

export const messages: SyncMessageTexts = {
  columns_changed: 'As colunas da origem mudaram. {detail}',
  sync_time_limit: 'A execução atingiu o limite de tempo. {detail}',
  row_count_mismatch:
    'Após a execução, o banco de dados tem outro número de linhas do que o esperado. Nenhuma linha foi alterada. Fale com o operador.',
  sync_taken_over:
    'O servidor ficou sem responder por tempo demais e outro assumiu a execução. Nenhuma linha foi alterada.',
  heartbeat_lost: 'O servidor da execução parou de responder. Outro continua a execução.',
  sync_interrupted:
    'A execução foi interrompida. As tabelas carregadas mantêm suas linhas. Sincronize novamente.',
  table_unchanged: 'A tabela não mudou desde a última leitura.',
  table_absent: 'A origem não tem esta tabela. As linhas existentes são mantidas.',
};
