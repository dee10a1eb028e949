/** A one-column form: Enter submits it, the browser validates first. */
import Box from '@mui/material/Box';
import { useState, type ReactNode, type SubmitEventHandler } from 'react';
import { useUnsavedChanges } from './useUnsavedChanges';

interface FormProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** Asks before the page is left with unsaved changes. */
  warnsOnLeave?: boolean;
  children: ReactNode;
}

export function Form({ onSubmit, warnsOnLeave = false, children }: FormProps) {
  const [changed, setChanged] = useState(false);
  useUnsavedChanges(warnsOnLeave && changed);
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 4, maxWidth: 480 }}
      onInput={() => setChanged(true)}
      onReset={() => setChanged(false)}
      onSubmit={(event: Parameters<typeof onSubmit>[0]) => {
        setChanged(false);
        onSubmit(event);
      }}
    >
      {children}
    </Box>
  );
}
