/** A labeled password input. The password is hidden until the user shows it. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { putInSentence } from '@/lib/languageText';
import { t } from '@/messages/en/ui_forms';
import { TextInput } from './TextInput';

interface PasswordInputProps {
  label: string;
  name: string;
  /** Whether the browser offers a stored or a generated password. */
  autoComplete: 'current-password' | 'new-password';
  help?: string;
  /** Error message. */
  error?: string | undefined;
  minLength?: number;
}

export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <Button
          size="small"
          onClick={() => setShown(!shown)}
          aria-pressed={shown}
          aria-label={t('showField', { field: putInSentence(props.label) })}
        >
          {shown ? t('hide') : t('show')}
        </Button>
      }
    />
  );
}
