/** A labeled native select that applies each choice at once. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface ChoiceSelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}

export function ChoiceSelect({ label, value, options, onChoose }: ChoiceSelectProps) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography
        component="label"
        htmlFor={id}
        variant="body2"
        sx={{ display: 'block', color: 'text.secondary', fontWeight: 600, mb: 1 }}
      >
        {label}
      </Typography>
      <Box
        component="select"
        id={id}
        value={value}
        onChange={(event: React.ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value)}
        sx={selectStyles}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </Box>
    </Box>
  );
}

export const selectStyles = {
  width: '100%',
  minHeight: 44,
  px: 3,
  border: 1,
  borderColor: 'outline',
  borderRadius: 1,
  typography: 'body1',
  color: 'text.primary',
  bgcolor: 'background.paper',
};
