/** A new signing secret, shown only once, with a copy button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '@/messages/en/webhooks';
import { Callout } from '@/ui/Callout';

interface SigningSecretProps {
  name: string;
  secret: string;
  onDone: () => void;
}

export function SigningSecret({ name, secret, onDone }: SigningSecretProps) {
  const [copyStatus, setCopyStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopyStatus(t('secretCopied'));
    } catch {
      setCopyStatus(t('browserBlockedCopying'));
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Callout severity="success">
        <Typography sx={{ fontWeight: 600 }}>{t('copySecretNow')}</Typography>
      </Callout>
      <Box
        component="code"
        aria-label={t('secretOf', { name })}
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
        {t.rich('verifyRequests', { link: <a href="/docs">{t('apiReference')}</a> })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button variant="contained" onClick={() => void copy()}>
          {t('copySecret')}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
        <Typography aria-live="polite">{copyStatus}</Typography>
      </Box>
    </Box>
  );
}
