/** Preferences for the language, dates, numbers, times, units and currencies, each with an example. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime, formatMoney, formatNumber } from '@/lib/format';
import { formatLanguageName } from '@/lib/languageText';
import { formatYield } from '@/lib/yieldFormat';
import { paths } from '@/lib/paths';
import { browserTimeZone, listTimeZones } from '@/lib/timeZones';
import { t } from '@/messages/en/account_security';
import { getBrowserLanguage } from '@/messages/languages';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { SelectInput } from '@/ui/SelectInput';
import { TextLink } from '@/ui/TextLink';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { useUpdatePreferences } from './preferenceQueries';
import { useAccount } from './queries';

type Preferences = Schemas['Preferences'];
type Option<Word> = readonly [value: Word, words: string];
type Options<Word> = readonly [Option<Word>, ...Option<Word>[]];

/** Languages by their own names, so that everyone finds theirs. */
const languageOptions = (): Options<Preferences['language']> => [
  ['auto', t('browserLanguage', { language: formatLanguageName(getBrowserLanguage()) })],
  ...(['en', 'de', 'es', 'fr', 'pt'] as const).map((name) => [name, formatLanguageName(name)] as const),
];
const formatOptions = (): Options<Preferences['formats']> => [
  ['auto', t('asInTheLanguage')],
  ['en-US', t('unitedStates')],
  ['en-GB', t('unitedKingdom')],
  ['en-CA', t('canadaEnglish')],
  ['de-DE', t('germany')],
  ['fr-FR', t('france')],
  ['es-MX', t('mexico')],
  ['pt-BR', t('brazil')],
];
const unitOptions = (): Options<Preferences['units']> => [
  ['us', t('usUnits')],
  ['metric', t('metricUnits')],
];
const currencyOptions = (): Options<Preferences['currencyStyle']> => [
  ['symbol', t('currencySymbol')],
  ['code', t('currencyCode')],
];

export function PreferencesPanel({ currency }: { currency: string | undefined }) {
  const { data, error, isFetching, refetch } = useAccount();
  return (
    <Panel title={t('preferences')} subtitle={t('languageAndFormats')}>
      {data ? (
        <PreferencesForm kept={data.preferences} currency={currency} />
      ) : error ? (
        <ErrorAlert
          {...errorText(error, t('couldntLoadYourPreferences'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LoadingPlaceholder label={t('yourPreferencesAreLoading')} height={480} />
      )}
    </Panel>
  );
}

function PreferencesForm({ kept: saved, currency }: { kept: Preferences; currency: string | undefined }) {
  const change = useUpdatePreferences();
  const form = useTypedForm({
    fields: ['language', 'formats', 'timeZone', 'units', 'currencyStyle'],
    failure: change.error,
  });
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values) =>
        change.mutate({
          language: findOption(languageOptions(), values.language),
          formats: findOption(formatOptions(), values.formats),
          timeZone: values.timeZone,
          units: findOption(unitOptions(), values.units),
          currencyStyle: findOption(currencyOptions(), values.currencyStyle),
        }),
      )}
    >
      <SelectInput
        label={t('language')}
        {...form.field('language')}
        options={languageOptions()}
        defaultValue={saved.language}
        help={t('languageHelp')}
      />
      <SelectInput
        label={t('datesAndNumbers')}
        {...form.field('formats')}
        options={formatOptions()}
        defaultValue={saved.formats}
      />
      <SelectInput
        label={t('timeZone')}
        {...form.field('timeZone')}
        defaultValue={saved.timeZone ?? ''}
        options={[
          ['', t('browserTimeZone', { browserTimeZone: browserTimeZone() })],
          ...listTimeZones(...(saved.timeZone === undefined ? [] : [saved.timeZone])).map(
            (zone) => [zone, zone] as const,
          ),
        ]}
        help={t('usedForTimestampsTodayInReports')}
      />
      <SelectInput
        label={t('units')}
        {...form.field('units')}
        options={unitOptions()}
        defaultValue={saved.units}
        help={t('forCropYieldsAndWeather')}
      />
      <SelectInput
        label={t('currencies')}
        {...form.field('currencyStyle')}
        options={currencyOptions()}
        defaultValue={saved.currencyStyle}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t.rich('amountsAreShownInAndAre', {
          currency: currency ?? t('theCurrencyOfMostPurchaseLines'),
          link: <TextLink to={`${paths.organization}?tab=settings`}>{t('itsSettings')}</TextLink>,
        })}
      </Typography>
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('exampleCornAt', {
          now: formatDateTime(new Date().toISOString()),
          number: formatNumber(1234.5),
          amount: formatMoney(1234.5, currency ?? 'USD'),
          cornYield: formatYield(200, 'Corn'),
        })}
      </Typography>
      <Box aria-live="polite">
        {change.isSuccess && <Callout severity="success">{t('preferencesSaved')}</Callout>}
      </Box>
      {change.error && <ErrorAlert {...errorText(change.error, t('couldntSaveYourPreferencesTryAgain'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          {t('savePreferences')}
        </Button>
      </Box>
    </Form>
  );
}

/** The option with this value, or the first if there is none. */
function findOption<Word extends string>(choices: Options<Word>, word: string): Word {
  return (choices.find(([value]) => value === word) ?? choices[0])[0];
}
