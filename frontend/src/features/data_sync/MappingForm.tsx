/** Where the source has one table: its name, its columns' names, and values that it writes otherwise. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/source_mapping';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { TextInput } from '@/ui/TextInput';
import { readExpression } from './columnExpression';
import { ExpressionFields, expressionFields } from './ExpressionFields';
import { parseValueWords, writeValueWords } from './valueWords';
import type { MappedColumn, MappedTable } from './queries';
import { useSetMapping } from './useSource';

const TABLE = 'sourceTable';
const constantField = (column: string) => `${column} constant`;
const wordsField = (column: string) => `${column} words`;

export function MappingForm({ table }: { table: MappedTable }) {
  const save = useSetMapping();
  const [unreadable, setUnreadable] = useState<string>();
  const form = useTypedForm({
    fields: table.columns
      .flatMap(({ targetColumn }) => [
        targetColumn,
        constantField(targetColumn),
        wordsField(targetColumn),
        ...Object.values(expressionFields(targetColumn)),
      ])
      .concat(TABLE),
    failure: save.error,
  });
  const submit = form.handleSubmit((values) => {
    const read = (field: string) => values[field]?.trim() ?? '';
    const columns = table.columns.map(({ targetColumn: column }) => ({
      column,
      name: read(column),
      constant: read(constantField(column)),
      words: parseValueWords(read(wordsField(column))),
      expression: readExpression(values[expressionFields(column).operation] ?? '', {
        columns: values[expressionFields(column).columns] ?? '',
        text: values[expressionFields(column).text] ?? '',
        words: values[expressionFields(column).words] ?? '',
      }),
    }));
    const wrong = columns.find(({ words }) => words === undefined);
    setUnreadable(wrong?.column);
    if (wrong) return;
    save.mutate({
      sourceTable: table.sourceTable,
      sourceName: read(TABLE),
      columns: columns
        .filter(
          ({ column, name, constant, words = [], expression }) =>
            (name !== '' && name !== column) || constant !== '' || words.length > 0 || expression,
        )
        .map(({ column, name, constant, words = [], expression }) => ({
          targetColumn: column,
          sourceColumn: name,
          ...(constant !== '' && { constant }),
          ...(expression && { expression }),
          valueWords: words,
        })),
    });
  });
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 4, mt: 4 }}>
      <TextInput
        label={t('tableInYourSource')}
        {...form.field(TABLE)}
        required={false}
        help={t('tableOrFileWithoutItsEnding')}
        defaultValue={table.sourceName}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {table.columns.map((column) => (
          <Box key={column.targetColumn} sx={{ display: 'grid', gap: 2 }}>
            <TextInput
              label={column.targetColumn}
              {...form.field(column.targetColumn)}
              required={false}
              help={column.required ? t('required') : t('optional')}
              defaultValue={column.sourceColumn}
            />
            <ValueFields column={column} unreadable={unreadable === column.targetColumn} field={form.field} />
          </Box>
        ))}
      </Box>
      <Box aria-live="polite">
        {save.isSuccess && <Callout severity="success">{t('mappingSavedItApplies')}</Callout>}
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheMapping'))} />}
      <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
        {t('saveMapping')}
      </Button>
    </Box>
  );
}

interface ValueFieldsProps {
  column: MappedColumn;
  /** Whether a line of the words has no value. */
  unreadable: boolean;
  field: (name: string) => { name: string; error: string | undefined };
}

/** The value of every row, how it is computed, or the words that mean values; closed while there are none. */
function ValueFields({ column, unreadable, field }: ValueFieldsProps) {
  const { targetColumn: name, constant, expression, valueWords } = column;
  const words = field(wordsField(name));
  const hasValues = constant !== undefined || expression !== undefined || valueWords.length > 0;
  return (
    <Box component="details" open={hasValues || unreadable || words.error !== undefined}>
      <Box component="summary" sx={{ cursor: 'pointer', typography: 'body2', minHeight: 24 }}>
        {t('valuesOf', { column: name })}
      </Box>
      <Box sx={{ display: 'grid', gap: 3, mt: 2 }}>
        {name !== 'updated_at' && (
          <>
            <TextInput
              label={t('sameValueInEveryRow')}
              {...field(constantField(name))}
              required={false}
              defaultValue={constant ?? ''}
            />
            <TextInput
              label={t('wordsForValues')}
              {...words}
              error={unreadable ? t('writeOneWordPerLine') : words.error}
              required={false}
              help={t('onePerLine')}
              rows={3}
              defaultValue={writeValueWords(valueWords)}
            />
          </>
        )}
        <ExpressionFields column={name} expression={expression} />
      </Box>
    </Box>
  );
}
