/** What the organization is called, in which currency it adds up, and by which clock its days begin. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { Waiting } from '@/ui/Waiting';
import { TimeZoneInput } from './TimeZoneInput';
import { useChangeOrganization, useOrganizations, type Organization } from './queries';

const WholePanels = lazy(() => import('./WholePanels').then((panels) => ({ default: panels.WholePanels })));

export function SettingsTab({ account }: { account: Schemas['Account'] }) {
  const { data, error, isFetching, refetch } = useOrganizations();
  const current = data?.items.find((each) => each.current);
  const mayChange = account.permissions.includes('organization.manage') && !account.sample;
  return (
    <>
      <Panel title="Settings" subtitle="They count for everybody in the organization.">
        {error && (
          <Box sx={{ mb: 3 }}>
            <FailureNotice
              {...sayFailure(error, 'The settings did not load.')}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </Box>
        )}
        {!current && !error && <Waiting label="The settings are loading" height={320} />}
        {current && (mayChange ? <SettingsForm organization={current} /> : <Known organization={current} />)}
      </Panel>
      <Suspense fallback={<Waiting label="Export and deletion are loading" height={320} />}>
        <WholePanels account={account} />
      </Suspense>
    </>
  );
}

function SettingsForm({ organization }: { organization: Organization }) {
  const change = useChangeOrganization(organization.id);
  const wrong = (field: string) => fieldFailure(change.error, field);
  return (
    <FormFrame
      onSubmit={(typed) =>
        change.mutate({
          name: typed('name').trim(),
          currency: typed('currency').trim().toUpperCase(),
          timeZone: typed('timeZone'),
        })
      }
    >
      <TextInput
        label="Name"
        name="name"
        autoComplete="organization"
        defaultValue={organization.name}
        error={wrong('name')}
      />
      <TextInput
        label="Currency"
        name="currency"
        required={false}
        defaultValue={organization.currency ?? ''}
        help="Three letters such as USD. Empty: the currency of most purchase lines. Amounts in others are not added up."
        error={wrong('currency')}
      />
      <TimeZoneInput defaultValue={organization.timeZone} error={wrong('timeZone')} />
      <Box aria-live="polite">
        {change.isSuccess && <Callout weight="success">The settings are saved.</Callout>}
      </Box>
      {change.error && (
        <FailureNotice {...sayFailure(change.error, 'The settings were not saved. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          Save settings
        </Button>
      </Box>
    </FormFrame>
  );
}

function Known({ organization }: { organization: Organization }) {
  return (
    <>
      <Typography>
        {organization.name} adds up in {organization.currency ?? 'the currency of most purchase lines'}, and
        its days begin by the clock of {organization.timeZone}.
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 3 }}>
        {organization.sample
          ? 'The demo stays as it is.'
          : 'Your role may not change this. Ask an owner or admin of the organization.'}
      </Typography>
    </>
  );
}
