/** The ways out of an organization in which nothing can be done at the moment: another one of the person, or signing out. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { nameInButton } from '@/ui/nameInButton';
import { useOrganizations, useSwitch } from './queries';

export function WaysOut({ onSignOut }: { onSignOut: () => void }) {
  const { data } = useOrganizations();
  const move = useSwitch();
  const others = data?.items.filter(({ current, suspended }) => !current && !suspended) ?? [];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {others.map(({ id, name }) => (
          <Button
            key={id}
            variant="outlined"
            disabled={move.isPending}
            sx={nameInButton}
            onClick={() => move.mutate(id)}
          >
            Switch to {name}
          </Button>
        ))}
        <Button onClick={onSignOut}>Sign out</Button>
      </Box>
      {move.error && <FailureNotice {...sayFailure(move.error, 'The switch did not work. Try again.')} />}
    </>
  );
}
