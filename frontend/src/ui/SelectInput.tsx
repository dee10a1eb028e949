/** A labeled native select, familiar on phones and to screen readers. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId, type ChangeEvent } from 'react';

interface SelectInputProps {
  label: string;
  name: string;
  /** Each value with its label. */
  options: readonly (readonly [value: string, words: string])[];
  defaultValue?: string;
  help?: string;
  /** Called with the selected value. */
  onSelect?: (value: string) => void;
  /** Error message. */
  error?: string | undefined;
}

export function SelectInput({ label, name, options, defaultValue, help, error, onSelect }: SelectInputProps) {
  const id = useId();
  const below = error ?? help;
  return (
    <Box>
      <Typography component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <Box
        component="select"
        id={id}
        name={name}
        defaultValue={defaultValue}
        {...(onSelect && {
          onChange: (event: ChangeEvent<HTMLSelectElement>) => onSelect(event.target.value),
        })}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        sx={{
          width: '100%',
          minHeight: 44,
          px: 3,
          border: 1,
          borderColor: error === undefined ? 'outline' : 'error.main',
          borderRadius: 1,
          typography: 'body1',
          color: 'text.primary',
          bgcolor: 'background.paper',
        }}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Box>
      {below !== undefined && (
        <FormHelperText id={`${id}-below`} error={error !== undefined}>
          {below}
        </FormHelperText>
      )}
    </Box>
  );
}
