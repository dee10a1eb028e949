/** Filters the customers by name while typing. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/customers';
import { LabeledField } from './LabeledField';
import { fieldStyles } from './fieldStyles';

interface FilterInputProps {
  value: string;
  onChange: (value: string) => void;
}

export function FilterInput({ value, onChange }: FilterInputProps) {
  return (
    <LabeledField label={t('searchCustomers')}>
      {(id) => (
        <Box
          component="input"
          id={id}
          type="search"
          autoComplete="off"
          placeholder={t('nameOrCustomerId')}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          sx={fieldStyles}
        />
      )}
    </LabeledField>
  );
}
