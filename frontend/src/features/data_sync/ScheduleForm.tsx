/** The schedule form: on or off, frequency, and sync mode. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_panels';
import { Callout } from '@/ui/Callout';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Switch } from '@/ui/Switch';
import { TextInput } from '@/ui/TextInput';
import {
  frequencyLabel,
  modeLabel,
  MODE_DESCRIPTIONS,
  MODES,
  PRESETS,
  parseFrequency,
  FREQUENCIES,
  useSetSchedule,
  type Frequency,
  type Schedule,
} from './schedule';

export function ScheduleForm({ schedule }: { schedule: Schedule }) {
  const save = useSetSchedule();
  const [enabled, setEnabled] = useState(schedule.enabled);
  const [frequency, setFrequency] = useState<Frequency>(
    schedule.cron === undefined ? 'daily' : parseFrequency(schedule.cron),
  );
  const [mode, setMode] = useState(schedule.mode ?? 'full');
  /** Clears the saved or failed state after an edit. */
  const change = (apply: () => void) => {
    save.reset();
    apply();
  };
  const form = useTypedForm({ fields: ['cron'], failure: save.error });
  const submit = form.handleSubmit((values) => {
    const cron = frequency === 'custom' ? values.cron : PRESETS[frequency];
    save.mutate({ enabled, cron, mode });
  });
  return (
    <Box
      component="form"
      className="screen-only"
      onSubmit={submit}
      sx={{ display: 'grid', gap: 4, maxWidth: 640 }}
    >
      <Box>
        <Switch
          label={t('syncOnASchedule')}
          checked={enabled}
          onChange={(on) => change(() => setEnabled(on))}
        />
      </Box>
      <ToggleGroup
        label={t('frequency', { zone: schedule.timeZone })}
        options={FREQUENCIES}
        optionLabel={frequencyLabel}
        selected={[frequency]}
        onToggle={(chosen) => change(() => setFrequency(chosen))}
      />
      {frequency === 'custom' && (
        <TextInput
          label={t('cronExpression')}
          {...form.field('cron')}
          help={t('cronHelp')}
          autoComplete="off"
          defaultValue={schedule.cron ?? PRESETS.daily}
        />
      )}
      <Box>
        <ToggleGroup
          label={t('mode')}
          options={MODES}
          optionLabel={modeLabel}
          selected={[mode]}
          onToggle={(chosen) => change(() => setMode(chosen))}
        />
        <FormHelperText>{MODE_DESCRIPTIONS[mode]}</FormHelperText>
      </Box>
      <Box aria-live="polite">
        {save.isSuccess && (
          <Callout severity="success">
            {save.data.enabled ? t('scheduleSaved') : t('scheduleSavedAutomaticSyncsAreOff')}
          </Callout>
        )}
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheScheduleTryAgain'))} />}
      <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
        {t('saveSchedule')}
      </Button>
    </Box>
  );
}
