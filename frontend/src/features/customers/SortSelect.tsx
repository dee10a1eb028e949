/** The sort order of the cards on phones, which have no column headings. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/customers';
import { fieldStyles } from './fieldStyles';
import { LabeledField } from './LabeledField';
import { parseSort, formatSort, type Sort } from './patternSort';
import type { PatternColumn } from './patternColumns';

interface SortSelectProps {
  columns: readonly PatternColumn[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

export function SortSelect({ columns, sort, onSort }: SortSelectProps) {
  return (
    <LabeledField label={t('sortBy')}>
      {(id) => (
        <Box
          component="select"
          id={id}
          value={sort === undefined ? '' : formatSort(sort)}
          onChange={(event) => onSort(parseSort(event.currentTarget.value))}
          sx={fieldStyles}
        >
          <option value="">{t('largestCustomersFirst')}</option>
          {columns.flatMap(({ key, heading, sortLabels: [upwards, downwards] }) => [
            <option key={key} value={formatSort({ by: key, descending: false })}>
              {heading}, {upwards}
            </option>,
            <option key={`-${key}`} value={formatSort({ by: key, descending: true })}>
              {heading}, {downwards}
            </option>,
          ])}
        </Box>
      )}
    </LabeledField>
  );
}
