/** A field with its label above: native, and much smaller than the fields of forms. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface ToolbarFieldProps {
  label: string;
  /** Renders the field with the ID that the label refers to. */
  children: (id: string) => ReactNode;
}

export function ToolbarField({ label, children }: ToolbarFieldProps) {
  const id = useId();
  return (
    <Box sx={{ flex: '1 1 200px', minWidth: 0, maxWidth: 360 }}>
      <Typography component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      {children(id)}
    </Box>
  );
}

/** Styles of a native input or select. */
export const fieldStyles = {
  width: '100%',
  minHeight: 40,
  px: 3,
  border: 1,
  borderColor: 'outline',
  borderRadius: 0.8,
  font: 'inherit',
  color: 'text.primary',
  bgcolor: 'background.paper',
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;
