/** A one-column form: Enter submits it, the browser validates first. */
import Box from '@mui/material/Box';
import type { ReactNode, SubmitEventHandler } from 'react';

interface FormProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
}

export function Form({ onSubmit, children }: FormProps) {
  return (
    <Box component="form" sx={{ display: 'grid', gap: 4, maxWidth: 480 }} onSubmit={onSubmit}>
      {children}
    </Box>
  );
}
