/** The permissions of one key, and a button to revoke it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { permissionLabel } from '@/lib/permissionLabels';
import { t } from '@/messages/en/api_keys';
import type { ApiKey } from './queries';

interface KeyDetailProps {
  apiKey: ApiKey;
  disabled: boolean;
  onRevoke: () => void;
}

export function KeyDetail({ apiKey, disabled, onRevoke }: KeyDetailProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Box sx={{ py: 3, textAlign: 'start' }}>
      <Typography>{t('thisKeyCanDoTheFollowing', { createdBy: apiKey.createdBy })}</Typography>
      <Box component="ul" sx={{ paddingInlineStart: 5, my: 2 }}>
        {apiKey.permissions.map((permission) => (
          <li key={permission}>{permissionLabel(permission)}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button
          color="error"
          variant="outlined"
          disabled={disabled}
          onClick={() => (isConfirming ? onRevoke() : setIsConfirming(true))}
        >
          {isConfirming ? t('revokeKey', { name: apiKey.name }) : t('revoke')}
        </Button>
        <Typography aria-live="polite" variant="body2" sx={{ color: 'text.secondary' }}>
          {isConfirming && t('anythingUsingThisKeyStopsWorking')}
        </Typography>
      </Box>
    </Box>
  );
}
