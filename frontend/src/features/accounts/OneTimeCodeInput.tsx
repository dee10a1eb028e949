/** A field for a code of an authenticator app. Takes the focus on mount. */
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { t } from '@/messages/en/account_security';
import { TextInput } from '@/ui/TextInput';

interface OneTimeCodeInputProps {
  help: string;
  error?: string | undefined;
}

export function OneTimeCodeInput({ help, error }: OneTimeCodeInputProps) {
  const index = useRef<HTMLDivElement>(null);
  useEffect(() => index.current?.querySelector('input')?.focus(), []);
  return (
    <Box ref={index}>
      <TextInput label={t('code')} name="otp" autoComplete="one-time-code" help={help} error={error} />
    </Box>
  );
}
