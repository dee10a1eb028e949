/** The form of a schedule: on or off, how often, and how the source is read. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useState, type SubmitEvent } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { FailureNotice } from '@/ui/FailureNotice';
import { OnOff } from '@/ui/OnOff';
import { TextInput } from '@/ui/TextInput';
import {
  modeInWords,
  modeMeans,
  modeOf,
  MODES,
  PRESETS,
  rhythmOf,
  RHYTHMS,
  useSetSchedule,
  type Rhythm,
  type Schedule,
} from './schedule';

const CRON_HELP =
  'Minute, hour, day of the month, month, day of the week: 0 6 * * MON-FRI. At most every 5 minutes.';

export function ScheduleForm({ schedule }: { schedule: Schedule }) {
  const save = useSetSchedule();
  const [enabled, setEnabled] = useState(schedule.enabled);
  const [rhythm, setRhythm] = useState<Rhythm>(
    schedule.cron === undefined ? 'Every day at 02:00' : rhythmOf(schedule.cron),
  );
  const [mode, setMode] = useState(modeInWords(schedule.mode ?? 'full'));
  /** What was saved or refused is no longer what the form shows. */
  const change = (apply: () => void) => {
    save.reset();
    apply();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('cron') ?? '');
    const cron = rhythm === 'Custom' ? typed : PRESETS[rhythm];
    save.mutate({ enabled, cron, mode: modeOf(mode) });
  };
  return (
    <Box
      component="form"
      className="screen-only"
      onSubmit={submit}
      sx={{ display: 'grid', gap: 4, maxWidth: 640 }}
    >
      <Box>
        <OnOff label="Sync on a schedule" on={enabled} onChange={(on) => change(() => setEnabled(on))} />
      </Box>
      <ChoiceGroup
        label={`How often (${schedule.zone})`}
        choices={RHYTHMS}
        chosen={[rhythm]}
        onPress={(chosen) => change(() => setRhythm(chosen))}
      />
      {rhythm === 'Custom' && (
        <TextInput
          label="Cron"
          name="cron"
          help={CRON_HELP}
          error={fieldFailure(save.error, 'cron')}
          autoComplete="off"
          defaultValue={schedule.cron ?? PRESETS['Every day at 02:00']}
        />
      )}
      <Box>
        <ChoiceGroup
          label="Mode"
          choices={MODES}
          chosen={[mode]}
          onPress={(chosen) => change(() => setMode(chosen))}
        />
        <FormHelperText>{modeMeans[mode]}</FormHelperText>
      </Box>
      <Box aria-live="polite">
        {save.isSuccess && (
          <Callout weight="success">
            {save.data.enabled ? 'Saved. The next times are above.' : 'Saved. Nothing starts by itself now.'}
          </Callout>
        )}
      </Box>
      {save.error && <FailureNotice {...sayFailure(save.error, 'The schedule could not be saved.')} />}
      <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
        Save schedule
      </Button>
    </Box>
  );
}
