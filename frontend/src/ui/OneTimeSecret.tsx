/** A secret that is shown only once, with a copy button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { Callout } from './Callout';

interface OneTimeSecretProps {
  secret: string;
  /** The accessible name of the secret. */
  label: string;
  /** What to do now. */
  notice: ReactNode;
  /** How the secret is used. */
  usage: ReactNode;
  texts: { copy: string; copied: string; blocked: string; done: string };
  onDone: () => void;
}

export function OneTimeSecret({ secret, label, notice, usage, texts, onDone }: OneTimeSecretProps) {
  const [copyStatus, setCopyStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopyStatus(texts.copied);
    } catch {
      setCopyStatus(texts.blocked);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Callout severity="success">{notice}</Callout>
      <Box
        component="code"
        aria-label={label}
        role="textbox"
        aria-readonly="true"
        tabIndex={0}
        sx={{
          display: 'block',
          p: 4,
          border: 1,
          borderColor: 'outline',
          borderRadius: 1,
          bgcolor: 'background.sunk',
          overflowWrap: 'anywhere',
          userSelect: 'all',
        }}
      >
        {secret}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {usage}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button variant="contained" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
        <Typography aria-live="polite">{copyStatus}</Typography>
      </Box>
    </Box>
  );
}
