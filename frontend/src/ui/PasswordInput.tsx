/** A labeled input for a password, hidden until the person wants to see what they typed. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { t } from '@/messages/en/ui_data';
import { TextInput } from './TextInput';

interface PasswordInputProps {
  label: string;
  name: string;
  /** Whether the browser offers a stored password, or to make up one. */
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
          aria-label={t('show', { field: props.label.toLowerCase() })}
        >
          {shown ? t('hide') : t('show2')}
        </Button>
      }
    />
  );
}
