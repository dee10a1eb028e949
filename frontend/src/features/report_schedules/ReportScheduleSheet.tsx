/** Creates or edits a scheduled report. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm, type FormValues } from '@/api/useTypedForm';
import { t } from '@/messages/en/report_schedules';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import {
  recipientsQuery,
  toQuestion,
  useReportPreview,
  useSaveSchedule,
  type ReportSchedule,
  type ReportScheduleInput,
} from './queries';
import { asksQuery, describeSubject, weekdayName } from './scheduleText';

const ReportPreview = lazy(async () => ({ default: (await import('./ReportPreview')).ReportPreview }));

/** What another page prefills. */
export type ScheduleDraft = Pick<ReportSchedule, 'kind'> & Partial<ReportSchedule>;

interface ReportScheduleSheetProps {
  schedule: ScheduleDraft;
  onClose: () => void;
}

const FIELDS = ['name', 'kind', 'cadence', 'weekday', 'monthDay', 'time', 'attachment'] as const;
const LISTS = ['recipients'] as const;
type ScheduleValues = FormValues<(typeof FIELDS)[number], (typeof LISTS)[number]>;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

function toBody(values: ScheduleValues, schedule: ScheduleDraft): ReportScheduleInput {
  const cadence = values.cadence as ReportScheduleInput['cadence'];
  return {
    name: values.name.trim(),
    ...(asksQuery(schedule) ? toQuestion(schedule) : { kind: values.kind as ReportScheduleInput['kind'] }),
    cadence,
    ...(cadence === 'weekly' && { weekday: Number(values.weekday) }),
    ...(cadence === 'monthly' && { monthDay: Number(values.monthDay) }),
    time: values.time.trim(),
    attachment: values.attachment as ReportScheduleInput['attachment'],
    recipients: values.recipients,
    paused: schedule.paused ?? false,
  };
}

export function ReportScheduleSheet({ schedule, onClose }: ReportScheduleSheetProps) {
  const save = useSaveSchedule();
  const preview = useReportPreview();
  const [cadence, setCadence] = useState<string>(schedule.cadence ?? 'weekly');
  const [isMissingRecipient, setMissingRecipient] = useState(false);
  const form = useTypedForm({ fields: FIELDS, lists: LISTS, failure: save.error });
  return (
    <Sheet
      title={schedule.id === undefined ? t('newReport') : t('editReport')}
      onClose={onClose}
      wide={!preview.isIdle}
    >
      <Form
        onSubmit={form.handleSubmit((values) => {
          setMissingRecipient(values.recipients.length === 0);
          if (values.recipients.length === 0) return;
          save.mutate({ id: schedule.id, body: toBody(values, schedule) }, { onSuccess: onClose });
        })}
      >
        <TextInput
          label={t('name')}
          {...form.field('name')}
          autoComplete="off"
          defaultValue={schedule.name ?? ''}
        />
        {asksQuery(schedule) ? (
          <Typography>{describeSubject(schedule)}</Typography>
        ) : (
          <SelectInput
            label={t('shows')}
            {...form.field('kind')}
            defaultValue={schedule.kind}
            options={[
              ['dashboard', t('dashboard')],
              ['purchase_recommendations', t('purchaseRecommendations')],
              ['stock_position', t('stockPosition')],
              ['customer_patterns', t('customerPatterns')],
              ['supply_analysis', t('supplyAnalysis')],
              ['call_list', t('callList')],
            ]}
          />
        )}
        <SelectInput
          label={t('cadence')}
          {...form.field('cadence')}
          defaultValue={cadence}
          onSelect={setCadence}
          options={[
            ['daily', t('daily')],
            ['weekly', t('weekly')],
            ['monthly', t('monthly')],
          ]}
        />
        {cadence === 'weekly' && (
          <SelectInput
            label={t('weekday')}
            {...form.field('weekday')}
            defaultValue={String(schedule.weekday ?? 1)}
            options={WEEKDAYS.map((day) => [String(day), weekdayName(day)] as const)}
          />
        )}
        {cadence === 'monthly' && (
          <SelectInput
            label={t('monthDay')}
            {...form.field('monthDay')}
            defaultValue={String(schedule.monthDay ?? 1)}
            options={MONTH_DAYS.map((day) => [day, day] as const)}
          />
        )}
        <TextInput
          label={t('time')}
          {...form.field('time')}
          help={t('timeHelp')}
          autoComplete="off"
          defaultValue={schedule.time ?? '07:30'}
        />
        <SelectInput
          label={t('attachedFiles')}
          {...form.field('attachment')}
          defaultValue={schedule.attachment ?? 'both'}
          options={[
            ['both', t('workbookAndPdf')],
            ['xlsx', t('workbook')],
            ['pdf', t('pdfFile')],
          ]}
        />
        <RecipientChoices
          chosen={schedule.recipients?.map(({ id }) => id) ?? []}
          error={isMissingRecipient ? t('chooseARecipient') : undefined}
        />
        {form.formError !== undefined && <ErrorAlert {...errorText(form.formError, t('couldntSave'))} />}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
          <Button
            disabled={preview.isPending}
            onClick={({ currentTarget: { form: element } }) => {
              if (element) preview.mutate(toBody(form.read(element), schedule));
            }}
          >
            {t('preview')}
          </Button>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {t('saveReport')}
          </Button>
        </Box>
      </Form>
      {preview.isPending && <LoadingPlaceholder label={t('previewIsLoading')} height={320} />}
      {preview.isError && <ErrorAlert {...errorText(preview.error, t('couldntPreview'))} />}
      {preview.data && (
        <Suspense fallback={<LoadingPlaceholder label={t('previewIsLoading')} height={320} />}>
          <ReportPreview preview={preview.data} />
        </Suspense>
      )}
    </Sheet>
  );
}

interface RecipientChoicesProps {
  /** The IDs of those who are recipients already. */
  chosen: readonly string[];
  error: string | undefined;
}

function RecipientChoices({ chosen, error }: RecipientChoicesProps) {
  const { data, ...query } = useInfiniteQuery(recipientsQuery);
  if (query.isPending) return <LoadingPlaceholder label={t('membersAreLoading')} height={80} />;
  if (!data) return <ErrorAlert {...errorText(query.error, t('couldntLoadTheMembers'))} />;
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, maxHeight: 320, overflowY: 'auto' }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
        {t('recipients')}
      </Typography>
      {data.pages
        .flatMap((page) => page.items)
        .map(({ id, name }) => (
          <Box
            component="label"
            key={id}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36, cursor: 'pointer' }}
          >
            <Box
              component="input"
              type="checkbox"
              name="recipients"
              value={id}
              defaultChecked={chosen.includes(id)}
              sx={{ width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'primary.main' }}
            />
            {name}
          </Box>
        ))}
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}
