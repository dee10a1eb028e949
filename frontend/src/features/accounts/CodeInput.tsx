/** A field for a code of an authenticator app, which has the keyboard from the moment it appears. */
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { TextInput } from '@/ui/TextInput';

interface CodeInputProps {
  help: string;
  error?: string | undefined;
}

export function CodeInput({ help, error }: CodeInputProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <Box ref={place}>
      <TextInput label="Code" name="otp" autoComplete="one-time-code" help={help} error={error} />
    </Box>
  );
}
