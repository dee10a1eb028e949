/** Narrows the customers by a part of their name, as it is typed. */
import Box from '@mui/material/Box';
import { Labelled } from './Labelled';
import { field } from './field';

interface FilterInputProps {
  value: string;
  onChange: (value: string) => void;
}

export function FilterInput({ value, onChange }: FilterInputProps) {
  return (
    <Labelled label="Filter by customer">
      {(id) => (
        <Box
          component="input"
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Part of a name, or a customer id"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          sx={field}
        />
      )}
    </Labelled>
  );
}
