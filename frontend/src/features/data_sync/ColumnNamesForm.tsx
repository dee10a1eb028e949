/** The source names of one table's columns, one field per column. An empty field means the default name. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_panels';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { TextInput } from '@/ui/TextInput';
import type { MappedTable } from './queries';
import { useSetColumnNames } from './useSource';

export function ColumnNamesForm({ table }: { table: MappedTable }) {
  const save = useSetColumnNames();
  const form = useTypedForm({
    fields: table.columns.map(({ targetColumn }) => targetColumn),
    failure: save.error,
  });
  const submit = form.handleSubmit((values) => {
    const columns = table.columns
      .map(({ targetColumn }) => ({ targetColumn, sourceColumn: values[targetColumn]?.trim() ?? '' }))
      .filter(({ targetColumn, sourceColumn }) => sourceColumn !== '' && sourceColumn !== targetColumn);
    save.mutate({ sourceTable: table.sourceTable, columns });
  });
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 4, mt: 4 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {table.columns.map(({ targetColumn: column, sourceColumn, required }) => (
          <TextInput
            key={column}
            label={column}
            {...form.field(column)}
            required={false}
            help={required ? t('required') : t('optional')}
            defaultValue={sourceColumn}
          />
        ))}
      </Box>
      <Box aria-live="polite">
        {save.isSuccess && <Callout severity="success">{t('columnNamesSavedTheyApplyFrom')}</Callout>}
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheColumnNamesTry'))} />}
      <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
        {t('saveColumnNames')}
      </Button>
    </Box>
  );
}
