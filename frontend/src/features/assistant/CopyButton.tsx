/** Copies an answer, and says whether that worked. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { IconButton } from '@/ui/IconButton';
import { CheckIcon } from '@/ui/icons';
import { CopyIcon } from './icons';

/** How long the confirmation stays, in milliseconds. */
const COPIED_MS = 2500;

export function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState<'Copied' | 'Copying is not allowed here'>();

  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);

  const copy = async () => {
    try {
      // Browsers offer it on secure addresses only.
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Copying is not allowed here');
    }
  };

  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <IconButton label="Copy answer" onClick={() => void copy()} sx={{ width: 36, height: 36 }}>
        {said === 'Copied' ? <CheckIcon sx={{ fontSize: 18 }} /> : <CopyIcon sx={{ fontSize: 18 }} />}
      </IconButton>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {said}
      </Typography>
    </Box>
  );
}
