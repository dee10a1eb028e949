/** How dates, numbers, times, measures and currencies are written for the person; with an example of each. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { fieldFailure, sayFailure } from '@/api/errors';
import { moment, money, number } from '@/lib/format';
import { cropYield } from '@/lib/measures';
import { paths } from '@/lib/paths';
import { ownTimeZone, timeZones } from '@/lib/timeZones';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Panel } from '@/ui/Panel';
import { SelectInput } from '@/ui/SelectInput';
import { TextLink } from '@/ui/TextLink';
import { Waiting } from '@/ui/Waiting';
import { ownPreferences, useChangePreferences } from './preferenceCalls';

type Preferences = Schemas['Preferences'];
type Choice<Word> = readonly [value: Word, words: string];
type Choices<Word> = readonly [Choice<Word>, ...Choice<Word>[]];

const FORMATS: Choices<Preferences['formats']> = [
  ['en-US', 'United States'],
  ['en-GB', 'United Kingdom'],
  ['en-CA', 'Canada (English)'],
  ['de-DE', 'Germany'],
  ['fr-FR', 'France'],
  ['es-MX', 'Mexico'],
];
const UNITS: Choices<Preferences['units']> = [
  ['us', 'US: bushels per acre, °F, inches'],
  ['metric', 'Metric: tonnes per hectare, °C, millimetres'],
];
const CURRENCIES: Choices<Preferences['currencyStyle']> = [
  ['symbol', 'Symbol, such as $'],
  ['code', 'Code, such as USD'],
];

export function PreferencesPanel({ currency }: { currency: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(ownPreferences);
  return (
    <Panel
      title="Preferences"
      subtitle="How figures and times are written for you, in every organization. The texts are English."
    >
      {data ? (
        <PreferencesForm kept={data} currency={currency} />
      ) : error ? (
        <FailureNotice
          {...sayFailure(error, 'Your preferences did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Waiting label="Your preferences are loading" height={480} />
      )}
    </Panel>
  );
}

function PreferencesForm({ kept, currency }: { kept: Preferences; currency: string | undefined }) {
  const change = useChangePreferences();
  const wrong = (field: string) => fieldFailure(change.error, field);
  return (
    <FormFrame
      onSubmit={(typed) =>
        change.mutate({
          formats: chosen(FORMATS, typed('formats')),
          timeZone: typed('timeZone'),
          units: chosen(UNITS, typed('units')),
          currencyStyle: chosen(CURRENCIES, typed('currencyStyle')),
        })
      }
    >
      <SelectInput
        label="Dates and numbers"
        name="formats"
        choices={FORMATS}
        defaultValue={kept.formats}
        error={wrong('formats')}
      />
      <SelectInput
        label="Time zone of times"
        name="timeZone"
        defaultValue={kept.timeZone ?? ''}
        choices={[
          ['', `That of the browser (${ownTimeZone()})`],
          ...timeZones(...(kept.timeZone === undefined ? [] : [kept.timeZone])).map(
            (zone) => [zone, zone] as const,
          ),
        ]}
        help="In it the times of runs, sessions and the audit log are shown. Which day “today” is for the figures is the organization's to say."
        error={wrong('timeZone')}
      />
      <SelectInput
        label="Units"
        name="units"
        choices={UNITS}
        defaultValue={kept.units}
        help="For crop yields and weather. Stock and orders stay in the units of your source, market prices in those they are quoted in."
        error={wrong('units')}
      />
      <SelectInput
        label="Currencies"
        name="currencyStyle"
        choices={CURRENCIES}
        defaultValue={kept.currencyStyle}
        error={wrong('currencyStyle')}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Amounts are in {currency ?? 'the currency of most purchase lines'} and never converted: that is set
        for the whole organization, on{' '}
        <TextLink to={`${paths.organization}?tab=settings`}>its settings</TextLink>. Files and answers of the
        API stay as they are.
      </Typography>
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {`Now: ${moment(new Date().toISOString())}, ${number(1234.5)}, ${money(1234.5, currency ?? 'USD')}, corn at ${cropYield(200, 'Corn')}.`}
      </Typography>
      <Box aria-live="polite">
        {change.isSuccess && <Callout weight="success">Your preferences are saved.</Callout>}
      </Box>
      {change.error && (
        <FailureNotice {...sayFailure(change.error, 'Your preferences were not saved. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          Save preferences
        </Button>
      </Box>
    </FormFrame>
  );
}

/** The choice by its word; the first where it is none. */
function chosen<Word extends string>(choices: Choices<Word>, word: string): Word {
  return (choices.find(([value]) => value === word) ?? choices[0])[0];
}
