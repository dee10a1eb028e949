/** A key's token, shown this once, with a button that copies it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Callout } from '@/ui/Callout';

interface CreatedKeyProps {
  name: string;
  token: string;
  onDone: () => void;
}

export function CreatedKey({ name, token, onDone }: CreatedKeyProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setSaid('Copied.');
    } catch {
      setSaid('Your browser does not let the page copy it: select the key and copy it by hand.');
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Callout severity="success">
        <Typography sx={{ fontWeight: 600 }}>{name} is made.</Typography>
        <Typography>
          Copy its key now and keep it where the program finds it. It is not shown again, and nobody can look
          it up.
        </Typography>
      </Callout>
      <Box
        component="code"
        aria-label={`Key of ${name}`}
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
        The program sends it as the header Authorization: Bearer, and never in an address.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button variant="contained" onClick={() => void copy()}>
          Copy key
        </Button>
        <Button onClick={onDone}>I have kept it</Button>
        <Typography aria-live="polite">{said}</Typography>
      </Box>
    </Box>
  );
}
