/** The organization's name, currency and time zone. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatMonthName, formatWeekday } from '@/lib/dateFormat';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/organizations';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { SelectInput } from '@/ui/SelectInput';
import { describedPanels } from '@/ui/SettingsLayout';
import { TextInput } from '@/ui/TextInput';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { ApprovalLimitsPanel } from './ApprovalLimitsPanel';
import { TimeZoneInput } from './TimeZoneInput';
import { WeatherSettingsPanel } from './WeatherSettingsPanel';
import { useUpdateOrganization, useOrganizations, type Organization } from './queries';

const DangerZone = lazy(() => import('./DangerZone').then((panels) => ({ default: panels.DangerZone })));

export function SettingsTab({ account }: { account: Schemas['Account'] }) {
  const { data, error, isFetching, refetch } = useOrganizations();
  const current = data?.items.find((each) => each.current);
  const mayChange = hasPermission(account.permissions, 'organization.manage') && !account.sample;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', ...describedPanels }}>
      <Panel title={t('settings')} subtitle={t('theyApplyToEveryoneInThe')}>
        {error && (
          <Box sx={{ mb: 3 }}>
            <ErrorAlert
              {...errorText(error, t('couldntLoadTheSettings'))}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </Box>
        )}
        {!current && !error && <LoadingPlaceholder label={t('theSettingsAreLoading')} height={320} />}
        {current &&
          (mayChange ? <SettingsForm organization={current} /> : <ReadOnlySettings organization={current} />)}
      </Panel>
      {hasPermission(account.permissions, 'purchasing.read') && (
        <ApprovalLimitsPanel
          mayChange={hasPermission(account.permissions, 'approvals.manage') && !account.sample}
        />
      )}
      {mayChange && hasPermission(account.permissions, 'market.read') && <WeatherSettingsPanel />}
      <Suspense fallback={<LoadingPlaceholder label={t('exportAndDeletionAreLoading')} height={320} />}>
        <DangerZone account={account} />
      </Suspense>
    </Box>
  );
}

const WEEKDAYS: readonly Organization['weekStart'][] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

function SettingsForm({ organization }: { organization: Organization }) {
  const change = useUpdateOrganization(organization.id);
  const form = useTypedForm({
    fields: ['name', 'currency', 'timeZone', 'weekStart', 'fiscalYearStart'],
    failure: change.error,
  });
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values) =>
        change.mutate({
          name: values.name.trim(),
          currency: values.currency.trim().toUpperCase(),
          timeZone: values.timeZone,
          weekStart: values.weekStart as Organization['weekStart'],
          fiscalYearStart: Number(values.fiscalYearStart),
        }),
      )}
    >
      <TextInput
        label={t('name')}
        {...form.field('name')}
        autoComplete="organization"
        defaultValue={organization.name}
      />
      <TextInput
        label={t('currency')}
        {...form.field('currency')}
        required={false}
        defaultValue={organization.currency ?? ''}
        help={t('currencyHelp')}
      />
      <TimeZoneInput defaultValue={organization.timeZone} error={form.field('timeZone').error} />
      <SelectInput
        label={t('firstDayOfTheWeek')}
        {...form.field('weekStart')}
        options={WEEKDAYS.map((day, index) => [day, formatWeekday(index + 1)] as const)}
        defaultValue={organization.weekStart}
      />
      <SelectInput
        label={t('firstMonthOfTheFiscalYear')}
        {...form.field('fiscalYearStart')}
        options={MONTHS.map((month) => [String(month), formatMonthName(month)] as const)}
        defaultValue={String(organization.fiscalYearStart)}
      />
      <Box aria-live="polite">
        {change.isSuccess && <Callout severity="success">{t('settingsSaved')}</Callout>}
      </Box>
      {change.error && <ErrorAlert {...errorText(change.error, t('couldntSaveTheSettingsTryAgain'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          {t('saveSettings')}
        </Button>
      </Box>
    </Form>
  );
}

function ReadOnlySettings({ organization }: { organization: Organization }) {
  return (
    <>
      <Typography>
        {t('addsUpAmountsInAndUses', {
          name: organization.name,
          currency: organization.currency ?? t('theCurrencyOfMostPurchaseLines'),
          timeZone: organization.timeZone,
        })}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 3 }}>
        {organization.sample ? t('theDemoOrganizationCantBeChanged') : t('youDontHavePermissionToChange')}
      </Typography>
    </>
  );
}
