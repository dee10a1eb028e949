/** Copies an answer and confirms it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { t } from '@/messages/en/assistant';
import { IconButton } from '@/ui/IconButton';
import { CheckIcon } from '@/ui/icons';
import { CopyIcon } from './icons';

/** How long the confirmation stays, in milliseconds. */
const COPIED_MS = 2500;

export function CopyButton({ text }: { text: string }) {
  const [status, setStatus] = useState<'copied' | 'yourBrowserBlockedCopying'>();

  useEffect(() => {
    if (status === undefined) return;
    const timer = setTimeout(() => setStatus(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [status]);

  const copy = async () => {
    try {
      // The clipboard is available only in secure contexts.
      await navigator.clipboard.writeText(text);
      setStatus('copied');
    } catch {
      setStatus('yourBrowserBlockedCopying');
    }
  };

  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <IconButton label={t('copyAnswer')} onClick={() => void copy()} sx={{ width: 36, height: 36 }}>
        {status === 'copied' ? <CheckIcon sx={{ fontSize: 18 }} /> : <CopyIcon sx={{ fontSize: 18 }} />}
      </IconButton>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {status && t(status)}
      </Typography>
    </Box>
  );
}
