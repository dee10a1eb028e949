/** A form in one column: Enter submits, the browser checks first, the values are read when it is sent. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FormFrameProps {
  /** Called with a reader of the typed values by field name, and the form, which can be emptied. */
  onSubmit: (typed: (name: string) => string, form: HTMLFormElement) => void;
  children: ReactNode;
}

export function FormFrame({ onSubmit, children }: FormFrameProps) {
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 4, maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const values = new FormData(form);
        onSubmit((name) => String(values.get(name) ?? ''), form);
      }}
    >
      {children}
    </Box>
  );
}
