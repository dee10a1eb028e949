/** The organization's own weather regions and its own weather provider. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm, type TypedForm } from '@/api/useTypedForm';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/weather_settings';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { Switch } from '@/ui/Switch';
import { TextInput } from '@/ui/TextInput';
import { useSetWeatherSettings, weatherSettingsQuery, type WeatherSettings } from './weatherSettingsQueries';

type Region = Schemas['OwnWeatherRegion'];
type Save = ReturnType<typeof useSetWeatherSettings>;

/** A row of the form. The key stays when rows above are removed. */
interface RegionRow {
  key: number;
  region?: Region;
}

export function WeatherSettingsPanel() {
  const { data, error, isFetching, refetch } = useQuery(weatherSettingsQuery);
  const save = useSetWeatherSettings();
  return (
    <Panel title={t('weather')} subtitle={t('subtitle')}>
      {error && !data && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheWeatherSettings'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label={t('theWeatherSettingsAreLoading')} height={320} />}
      {/* Changed settings remount the form. */}
      {data && <SettingsForm key={data.updatedAt ?? ''} settings={data} save={save} />}
    </Panel>
  );
}

function SettingsForm({ settings, save }: { settings: WeatherSettings; save: Save }) {
  const [rows, setRows] = useState<readonly RegionRow[]>(() =>
    settings.regions.map((region, key) => ({ key, region })),
  );
  const [hasProvider, setHasProvider] = useState(settings.provider !== undefined);
  const form = useTypedForm<string, 'removeApiKey'>({
    fields: [...rows.flatMap((_, index) => regionFields(index)), 'provider.url', 'provider.apiKey'],
    lists: ['removeApiKey'],
    failure: save.error,
  });
  const changeRows = (changed: readonly RegionRow[]) => {
    save.reset();
    setRows(changed);
  };
  const addRow = () => changeRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }]);
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values) =>
        save.mutate({
          regions: rows.map((_, index) => readRegion(values, index)),
          ...(hasProvider && { provider: readProvider(values, values.removeApiKey.length > 0) }),
        }),
      )}
    >
      <FieldGroup label={t('regions')}>
        {rows.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('noRegionsYet')}</Typography>}
        {rows.map(({ key, region }, index) => (
          <RegionFields
            key={key}
            form={form}
            index={index}
            region={region}
            onRemove={() => changeRows(rows.filter((row) => row.key !== key))}
          />
        ))}
        <Box>
          <Button variant="outlined" disabled={rows.length >= settings.maxRegions} onClick={addRow}>
            {t('addRegion')}
          </Button>
        </Box>
      </FieldGroup>
      <FieldGroup label={t('provider')}>
        <Switch label={t('useOwnProvider')} checked={hasProvider} onChange={setHasProvider} />
        {hasProvider ? (
          <ProviderFields form={form} provider={settings.provider} />
        ) : (
          <Callout severity="info">
            {settings.serverHasProvider ? t('serverHasProvider') : t('serverHasNoProvider')}
          </Callout>
        )}
      </FieldGroup>
      <Box aria-live="polite">
        {save.isSuccess && <Callout severity="success">{t('weatherSettingsSaved')}</Callout>}
      </Box>
      <LastChange settings={settings} />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(form.formError, t('couldntSaveTheWeatherSettings'))} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={save.isPending}>
          {t('saveWeatherSettings')}
        </Button>
      </Box>
    </Form>
  );
}

type SettingsTypedForm = TypedForm<string, 'removeApiKey'>;

interface RegionFieldsProps {
  form: SettingsTypedForm;
  index: number;
  region: Region | undefined;
  onRemove: () => void;
}

function RegionFields({ form, index, region, onRemove }: RegionFieldsProps) {
  const [name, latitude, longitude] = regionFields(index);
  const number = { number: String(index + 1) };
  return (
    <Box
      role="group"
      aria-label={t('regionNumber', number)}
      sx={{ display: 'grid', gap: 3, p: 4, pb: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <TextInput
        label={t('name')}
        {...form.field(name)}
        autoComplete="off"
        defaultValue={region?.name ?? ''}
      />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
        <TextInput
          label={t('latitude')}
          {...form.field(latitude)}
          type="number"
          min={-90}
          max={90}
          help={t('latitudeHelp')}
          defaultValue={region?.latitude.toString() ?? ''}
        />
        <TextInput
          label={t('longitude')}
          {...form.field(longitude)}
          type="number"
          min={-180}
          max={180}
          help={t('longitudeHelp')}
          defaultValue={region?.longitude.toString() ?? ''}
        />
      </Box>
      <Box>
        <Button size="small" onClick={onRemove}>
          {t('removeRegion', number)}
        </Button>
      </Box>
    </Box>
  );
}

interface ProviderFieldsProps {
  form: SettingsTypedForm;
  provider: WeatherSettings['provider'];
}

function ProviderFields({ form, provider }: ProviderFieldsProps) {
  const hasApiKey = provider?.hasApiKey === true;
  return (
    <>
      <TextInput
        label={t('url')}
        {...form.field('provider.url')}
        autoComplete="off"
        help={t('urlHelp')}
        defaultValue={provider?.url ?? ''}
      />
      <TextInput
        label={t('apiKey')}
        {...form.field('provider.apiKey')}
        type="password"
        autoComplete="new-password"
        required={false}
        help={hasApiKey ? t('apiKeyIsSet') : t('apiKeyHelp')}
      />
      {hasApiKey && (
        <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 2, cursor: 'pointer' }}>
          <Box
            component="input"
            type="checkbox"
            name="removeApiKey"
            value="yes"
            sx={{ width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'primary.main' }}
          />
          {t('removeApiKey')}
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('savingTestsTheProvider')}
      </Typography>
    </>
  );
}

function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 3 }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 2, p: 0 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

function LastChange({ settings: { updatedAt, updatedBy = '' } }: { settings: WeatherSettings }) {
  if (updatedAt === undefined) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('updatedBy', { at: formatDateTime(updatedAt), by: updatedBy })}
    </Typography>
  );
}

/** The names of a region's fields, which are the paths in the server's errors. */
const regionFields = (index: number) =>
  [`regions.${index}.name`, `regions.${index}.latitude`, `regions.${index}.longitude`] as const;

function readRegion(values: Record<string, string | string[]>, index: number): Region {
  const [name, latitude, longitude] = regionFields(index);
  return {
    name: String(values[name]).trim(),
    latitude: Number(values[latitude]),
    longitude: Number(values[longitude]),
  };
}

function readProvider(
  values: Record<string, string | string[]>,
  removesApiKey: boolean,
): Schemas['WeatherProviderInput'] {
  const apiKey = String(values['provider.apiKey']).trim();
  return {
    url: String(values['provider.url']).trim(),
    ...(apiKey !== '' ? { apiKey } : removesApiKey && { apiKey: '' }),
  };
}
