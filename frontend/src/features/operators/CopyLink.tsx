/** Copies the link of an email that was not sent, and confirms it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { t } from '@/messages/en/operators';

export function CopyLink({ link }: { link: string }) {
  const [result, setResult] = useState('');
  const copy = () =>
    // The clipboard is available only in secure contexts.
    Promise.resolve(navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('No clipboard'))).then(
      () => setResult(t('linkCopied')),
      () => setResult(t('yourBrowserBlockedCopying')),
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
      <Button variant="contained" onClick={() => void copy()}>
        {t('copyLink')}
      </Button>
      {result}
    </Box>
  );
}
