/** The organizations of the person: which one is open, a way into each other one, and a form for a new one. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { roleName } from '@/lib/roleLabels';
import { browserTimeZone } from '@/lib/timeZones';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { useCreateOrganization, useOrganizations, useSwitchOrganization } from './queries';

export function OrganizationsTab({ account }: { account: Schemas['Account'] }) {
  return (
    <>
      <OrganizationListPanel />
      <Panel title="New organization" subtitle="Apart from this one in everything, with you as its owner.">
        {account.sample ? (
          <EmptyState>Register to have organizations of your own.</EmptyState>
        ) : (
          <NewOrganizationForm />
        )}
      </Panel>
    </>
  );
}

function OrganizationListPanel() {
  const { data, error, isFetching, refetch } = useOrganizations();
  const move = useSwitchOrganization();
  return (
    <Panel title="Your organizations" subtitle="Where you belong. One is open at a time, in all tabs.">
      {error && (
        <ErrorAlert
          {...errorText(error, 'Your organizations did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label="Your organizations are loading" height={160} />}
      {data && (
        <Box component="ul" aria-label="Your organizations" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map(({ id, name, role, current }) => (
            <Box component="li" key={id} sx={row}>
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
                  {current && <StatusBadge tone="green">Open</StatusBadge>}
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
      {move.error && <ErrorAlert {...errorText(move.error, 'The switch did not work. Try again.')} />}
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

function NewOrganizationForm() {
  const make = useCreateOrganization();
  const form = useTypedForm({ fields: ['name'], failure: make.error });
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        make.mutate({
          name: values.name.trim(),
          timeZone: browserTimeZone(),
        }),
      )}
    >
      <TextInput
        label="Name of the organization"
        {...form.field('name')}
        autoComplete="off"
        help="The business, as colleagues know it. Its currency and time zone can be set afterwards."
      />
      {make.error && <ErrorAlert {...errorText(make.error, 'The organization was not made. Try again.')} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={make.isPending}>
          Create and switch
        </Button>
      </Box>
    </Form>
  );
}
