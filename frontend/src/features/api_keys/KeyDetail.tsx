/** What one key may do, and taking it back after asking once more. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ApiKey } from './keyList';

interface KeyDetailProps {
  apiKey: ApiKey;
  words: Record<string, string>;
  disabled: boolean;
  onRevoke: () => void;
}

export function KeyDetail({ apiKey, words, disabled, onRevoke }: KeyDetailProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Box sx={{ py: 3, textAlign: 'left' }}>
      <Typography>As long as {apiKey.createdBy} may do so, it may:</Typography>
      <Box component="ul" sx={{ pl: 5, my: 2 }}>
        {apiKey.permissions.map((permission) => (
          <li key={permission}>{words[permission] ?? permission}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button
          color="error"
          variant="outlined"
          disabled={disabled}
          onClick={() => (asking ? onRevoke() : setAsking(true))}
        >
          {asking ? `Yes, take ${apiKey.name} back` : 'Take back'}
        </Button>
        <Typography aria-live="polite" variant="body2" sx={{ color: 'text.secondary' }}>
          {asking && 'Programs that use it are refused within 2 seconds. It cannot be brought back.'}
        </Typography>
      </Box>
    </Box>
  );
}
