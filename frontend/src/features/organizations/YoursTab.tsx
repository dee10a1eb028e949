/** The organizations of the person: which one is open, a way into each other one, and a form for a new one. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { fieldFailure, sayFailure } from '@/api/errors';
import { roleName } from '@/lib/roles';
import { ownTimeZone } from '@/lib/timeZones';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { useNewOrganization, useOrganizations, useSwitch } from './queries';

export function YoursTab({ account }: { account: Schemas['Account'] }) {
  return (
    <>
      <ListPanel />
      <Panel title="New organization" subtitle="Apart from this one in everything, with you as its owner.">
        {account.sample ? <Notice>Register to have organizations of your own.</Notice> : <NewForm />}
      </Panel>
    </>
  );
}

function ListPanel() {
  const { data, error, isFetching, refetch } = useOrganizations();
  const move = useSwitch();
  return (
    <Panel title="Your organizations" subtitle="Where you belong. One is open at a time, in all tabs.">
      {error && (
        <FailureNotice
          {...sayFailure(error, 'Your organizations did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Waiting label="Your organizations are loading" height={160} />}
      {data && (
        <Box component="ul" aria-label="Your organizations" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map(({ id, name, role, current }) => (
            <Box component="li" key={id} sx={row}>
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
                  {current && <ToneMark tone="green">Open</ToneMark>}
                </Box>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {roleName(role)}
                </Typography>
              </Box>
              {!current && (
                <Button
                  size="small"
                  disabled={move.isPending}
                  aria-label={`Switch to ${name}`}
                  onClick={() => move.mutate(id)}
                >
                  Switch
                </Button>
              )}
            </Box>
          ))}
        </Box>
      )}
      {move.error && <FailureNotice {...sayFailure(move.error, 'The switch did not work. Try again.')} />}
    </Panel>
  );
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { border: 0, pt: 0 },
};

function NewForm() {
  const make = useNewOrganization();
  return (
    <FormFrame
      onSubmit={(typed) =>
        make.mutate({
          name: typed('name').trim(),
          timeZone: ownTimeZone(),
        })
      }
    >
      <TextInput
        label="Name of the organization"
        name="name"
        autoComplete="off"
        help="The business, as colleagues know it. Its currency and time zone can be set afterwards."
        error={fieldFailure(make.error, 'name')}
      />
      {make.error && (
        <FailureNotice {...sayFailure(make.error, 'The organization was not made. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={make.isPending}>
          Create and switch
        </Button>
      </Box>
    </FormFrame>
  );
}
