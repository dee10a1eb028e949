/** How the values of a column are computed from others: an operation, its columns, its text and its words. */
import { useState } from 'react';
import { t } from '@/messages/en/column_expressions';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { isOperation, OPERATIONS, type ColumnExpression, type Operation } from './columnExpression';

/** Names of the form's fields for one column. */
export const expressionFields = (column: string) => ({
  operation: `${column} operation`,
  columns: `${column} inputs`,
  text: `${column} text`,
  words: `${column} conditions`,
});

const label = (operation: Operation): string =>
  ({
    first_filled: t('firstFilled'),
    concatenate: t('concatenate'),
    remove_prefix: t('removePrefix'),
    add: t('add'),
    subtract: t('subtract'),
    multiply: t('multiply'),
    divide: t('divide'),
    scale: t('scale'),
    negate_when: t('negateWhen'),
    negative_when: t('negativeWhen'),
    absolute: t('absolute'),
    keep_when: t('keepWhen'),
    word_by_sign: t('wordBySign'),
    date_from_parts: t('dateFromParts'),
    read_date: t('readDate'),
    read_number: t('readNumber'),
  })[operation];

const textLabel = (part: NonNullable<(typeof OPERATIONS)[Operation]['text']>): string =>
  ({
    separator: t('separator'),
    prefix: t('prefix'),
    factor: t('factor'),
    dateForm: t('dateForm'),
    decimalSign: t('decimalSign'),
  })[part];

interface ExpressionFieldsProps {
  column: string;
  expression: ColumnExpression | undefined;
}

export function ExpressionFields({ column, expression }: ExpressionFieldsProps) {
  const [chosen, setChosen] = useState<string>(expression?.operation ?? '');
  const parts = isOperation(chosen) ? OPERATIONS[chosen] : undefined;
  const names = expressionFields(column);
  const options = (Object.keys(OPERATIONS) as Operation[]).map((each) => [each, label(each)] as const);
  return (
    <>
      <SelectInput
        label={t('compute')}
        name={names.operation}
        options={[['', t('notComputed')], ...options]}
        defaultValue={chosen}
        onSelect={setChosen}
      />
      {parts && (
        <TextInput
          label={t('columnsOfYourSource')}
          name={names.columns}
          required={false}
          help={t('oneColumnPerLine')}
          rows={3}
          defaultValue={expression?.columns.join('\n') ?? ''}
        />
      )}
      {parts?.text && (
        <TextInput
          label={textLabel(parts.text)}
          name={names.text}
          required={false}
          defaultValue={expression?.text ?? ''}
        />
      )}
      {parts?.words && (
        <TextInput
          label={parts.words === 'signs' ? t('wordsBySign') : t('wordsOfTheSecondColumn')}
          name={names.words}
          required={false}
          help={t('oneWordPerLine')}
          rows={3}
          defaultValue={expression?.words?.join('\n') ?? ''}
        />
      )}
    </>
  );
}
