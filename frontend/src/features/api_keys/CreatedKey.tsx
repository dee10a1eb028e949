/** The token of a new key, shown only once, with a copy button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '@/messages/en/api_keys';
import { Callout } from '@/ui/Callout';

interface CreatedKeyProps {
  name: string;
  token: string;
  onDone: () => void;
}

export function CreatedKey({ name, token, onDone }: CreatedKeyProps) {
  const [copyStatus, setCopyStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setCopyStatus(t('keyCopied'));
    } catch {
      setCopyStatus(t('yourBrowserBlockedCopyingSelectThe'));
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Callout severity="success">
        <Typography sx={{ fontWeight: 600 }}>{t('created', { name })}</Typography>
        <Typography>{t('copyTheKeyNowAndStore')}</Typography>
      </Callout>
      <Box
        component="code"
        aria-label={t('apiKey', { name })}
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
        {token}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t.rich('sendItInTheAuthorizationHeader', { link: <a href="/docs">{t('apiReference')}</a> })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button variant="contained" onClick={() => void copy()}>
          {t('copyKey')}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
        <Typography aria-live="polite">{copyStatus}</Typography>
      </Box>
    </Box>
  );
}
