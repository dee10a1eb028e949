/** The ways out of an unusable organization: switch to another one, or sign out. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/organizations';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { wrappingButton } from '@/ui/wrappingButton';
import { useOrganizations, useSwitchOrganization } from './queries';

export function LeaveOptions({ onSignOut }: { onSignOut: () => void }) {
  const { data } = useOrganizations();
  const move = useSwitchOrganization();
  const others = data?.items.filter(({ current, suspended }) => !current && !suspended) ?? [];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {others.map(({ id, name }) => (
          <Button
            key={id}
            variant="outlined"
            disabled={move.isPending}
            sx={wrappingButton}
            onClick={() => move.mutate(id)}
          >
            {t('switchTo', { name })}
          </Button>
        ))}
        <Button onClick={onSignOut}>{t('signOut')}</Button>
      </Box>
      {move.error && <ErrorAlert {...errorText(move.error, t('couldntSwitchOrganizationsTryAgain'))} />}
    </>
  );
}
