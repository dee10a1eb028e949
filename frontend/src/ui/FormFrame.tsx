/** A form in one column: Enter submits, the browser checks first, the values are read when it is sent. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FormFrameProps {
  /** Called with a reader of the typed values by field name. */
  onSubmit: (typed: (name: string) => string) => void;
  children: ReactNode;
}

export function FormFrame({ onSubmit, children }: FormFrameProps) {
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 4, maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        onSubmit((name) => String(values.get(name) ?? ''));
      }}
    >
      {children}
    </Box>
  );
}
