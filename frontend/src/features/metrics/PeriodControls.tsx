/** The period of the figures, and the one to compare them with. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { t } from '@/messages/en/explore';
import { ChoiceSelect, selectStyles } from './ChoiceSelect';
import { parseDays, writeDays, type ExploreState } from './exploreState';
import { CUSTOM, periodOptions } from './periods';

interface PeriodControlsProps {
  state: ExploreState;
  /** First and last day of the period shown, the start of a custom one. */
  shown: { from?: string; to: string } | undefined;
  onChange: (changed: Partial<ExploreState>) => void;
}

export function PeriodControls({ state, shown, onChange }: PeriodControlsProps) {
  const days = parseDays(state.period);
  const named = periodOptions();
  const known = days !== undefined || named.some(([value]) => value === state.period);
  const options = [
    ...named,
    ...(known ? [] : [[state.period, state.period] as const]),
    [CUSTOM, t('customDays')] as const,
  ];
  const choose = (value: string) =>
    onChange({ period: value === CUSTOM ? writeDays(shown?.from ?? '', shown?.to ?? '') : value });
  return (
    <>
      <ChoiceSelect
        label={t('period')}
        value={days ? CUSTOM : state.period}
        options={options}
        onChoose={choose}
      />
      {days && (
        <>
          <DayInput
            label={t('from')}
            value={days.from}
            onChange={(from) => onChange({ period: writeDays(from, days.to) })}
          />
          <DayInput
            label={t('to')}
            value={days.to}
            onChange={(to) => onChange({ period: writeDays(days.from, to) })}
          />
        </>
      )}
      <ChoiceSelect
        label={t('comparedWith')}
        value={state.compare}
        options={[
          ['', t('noComparison')],
          ['previous_period', t('previousPeriod')],
          ['previous_year', t('previousYear')],
        ]}
        onChoose={(compare) => onChange({ compare })}
      />
    </>
  );
}

interface DayInputProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function DayInput({ label, value, onChange }: DayInputProps) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography
        component="label"
        htmlFor={id}
        variant="body2"
        sx={{ display: 'block', color: 'text.secondary', fontWeight: 600, mb: 1 }}
      >
        {label}
      </Typography>
      <Box
        component="input"
        id={id}
        type="date"
        value={value}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        sx={selectStyles}
      />
    </Box>
  );
}
