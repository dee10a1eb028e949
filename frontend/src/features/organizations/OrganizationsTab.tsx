/** The user's organizations: the open one, buttons to switch, and a form to create one. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { roleName } from '@/lib/roleLabels';
import { browserTimeZone } from '@/lib/timeZones';
import { t } from '@/messages/en/organizations';
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
      <Panel title={t('newOrganization')} subtitle={t('aSeparateOrganizationWithYouAs')}>
        {account.sample ? <EmptyState>{t('createAnAccountToHaveYour')}</EmptyState> : <NewOrganizationForm />}
      </Panel>
    </>
  );
}

function OrganizationListPanel() {
  const { data, error, isFetching, refetch } = useOrganizations();
  const switchOrganization = useSwitchOrganization();
  return (
    <Panel title={t('yourOrganizations')} subtitle={t('organizationsYouBelongToOneIs')}>
      {error && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadYourOrganizations'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label={t('yourOrganizationsAreLoading')} height={160} />}
      {data && (
        <Box component="ul" aria-label={t('yourOrganizations')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map(({ id, name, role, current }) => (
            <Box component="li" key={id} sx={row}>
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
                  {current && <StatusBadge tone="green">{t('open')}</StatusBadge>}
                </Box>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {roleName(role)}
                </Typography>
              </Box>
              {!current && (
                <Button
                  size="small"
                  disabled={switchOrganization.isPending}
                  aria-label={t('switchTo', { name })}
                  onClick={() => switchOrganization.mutate(id)}
                >
                  {t('switch')}
                </Button>
              )}
            </Box>
          ))}
        </Box>
      )}
      {switchOrganization.error && (
        <ErrorAlert {...errorText(switchOrganization.error, t('couldntSwitchOrganizationsTryAgain'))} />
      )}
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
  const createOrganization = useCreateOrganization();
  const form = useTypedForm({ fields: ['name'], failure: createOrganization.error });
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        createOrganization.mutate({
          name: values.name.trim(),
          timeZone: browserTimeZone(),
        }),
      )}
    >
      <TextInput
        label={t('organizationName')}
        {...form.field('name')}
        autoComplete="off"
        help={t('yourBusinessNameAsColleaguesKnow')}
      />
      {createOrganization.error && (
        <ErrorAlert {...errorText(createOrganization.error, t('couldntCreateTheOrganizationTryAgain'))} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={createOrganization.isPending}>
          {t('createAndSwitch')}
        </Button>
      </Box>
    </Form>
  );
}
