/** A labeled input: label above, help or error below. Screen readers read both with the field. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';

interface TextInputProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'date';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  help?: string;
  /** Error message. */
  error?: string | undefined;
  required?: boolean;
  minLength?: number;
  /** Maximum, for numbers with any decimals. */
  max?: number;
  /** Minimum of a number with a maximum. */
  min?: number;
  defaultValue?: string;
  /** Makes this a multi-line text of this many rows. */
  rows?: number;
  /** Shown at the right end, inside the frame. */
  endAdornment?: ReactNode;
}

export function TextInput(props: TextInputProps) {
  const {
    label,
    name,
    type = 'text',
    autoComplete,
    help,
    error,
    required = true,
    minLength,
    max,
    min = 0,
    defaultValue,
    rows,
    endAdornment: end,
  } = props;
  const id = useId();
  const below = error ?? help;
  return (
    <Box>
      <Typography component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <OutlinedInput
        id={id}
        name={name}
        type={type}
        fullWidth
        required={required}
        error={error !== undefined}
        endAdornment={end}
        {...(rows !== undefined && { multiline: true, rows })}
        {...(autoComplete !== undefined && { autoComplete })}
        {...(defaultValue !== undefined && { defaultValue })}
        slotProps={{
          input: {
            ...(minLength !== undefined && { minLength }),
            ...(max !== undefined && { min, max, step: 'any' }),
            ...(below !== undefined && { 'aria-describedby': `${id}-below` }),
          },
        }}
      />
      {below !== undefined && (
        <FormHelperText id={`${id}-below`} error={error !== undefined}>
          {below}
        </FormHelperText>
      )}
    </Box>
  );
}
