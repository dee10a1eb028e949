/** A field with its label above. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface LabeledFieldProps {
  label: string;
  /** Renders the field with the ID that the label refers to. */
  children: (id: string) => ReactNode;
}

export function LabeledField({ label, children }: LabeledFieldProps) {
  const id = useId();
  return (
    <Box sx={{ flex: '1 1 240px', minWidth: 0, maxWidth: 360 }}>
      <Typography component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      {children(id)}
    </Box>
  );
}
