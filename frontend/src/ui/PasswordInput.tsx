/** A labelled input for a password, hidden until the person wants to see what they typed. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TextInput } from './TextInput';

interface PasswordInputProps {
  label: string;
  name: string;
  /** Whether the browser offers a stored password, or to make up one. */
  autoComplete: 'current-password' | 'new-password';
  help?: string;
  /** What is wrong with the value, as text. */
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
          aria-label={`Show what is typed as ${props.label.toLowerCase()}`}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
