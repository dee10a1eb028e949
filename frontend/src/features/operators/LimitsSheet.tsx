/** Edits an organization's limits. An empty field means no limit. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/operators';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { useSetLimits, type Tenant } from './tenantQueries';

type LimitName = keyof Tenant['usage'] & keyof Tenant['limits'];

interface LimitField {
  name: LimitName;
  label: string;
  max: number;
  /** The current usage, as text. */
  usage: (used: string) => string;
}

const LIMIT_NAMES = ['people', 'rows', 'questions'] as const satisfies readonly LimitName[];

const limitFields = (): readonly LimitField[] => [
  { name: 'people', label: t('people'), max: 1_000_000, usage: (used) => t('usedPeople', { used }) },
  {
    name: 'rows',
    label: t('rowsInSourceTables'),
    max: 1_000_000_000_000,
    usage: (used) => t('usedRows', { used }),
  },
  {
    name: 'questions',
    label: t('questionsPerMonth'),
    max: 1_000_000_000,
    usage: (used) => t('usedQuestions', { used }),
  },
];

const FORM_FIELDS = [...LIMIT_NAMES, 'reason' as const];

export function LimitsSheet({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const set = useSetLimits(tenant.id);
  const form = useTypedForm({ fields: FORM_FIELDS, failure: set.error });
  return (
    <Sheet title={t('limits', { name: tenant.name })} onClose={onClose}>
      <Typography>{t('existingDataIsKeptAnythingAbove')}</Typography>
      <Form
        warnsOnLeave
        onSubmit={form.handleSubmit((values) => {
          const limits = LIMIT_NAMES.flatMap((name) => {
            const value = values[name].trim();
            return value === '' ? [] : [[name, Math.trunc(Number(value))] as const];
          });
          const body = { ...Object.fromEntries(limits), reason: values.reason.trim() };
          set.mutate(body, { onSuccess: onClose });
        })}
      >
        {limitFields().map(({ name, label, max, usage }) => (
          <TextInput
            key={name}
            label={label}
            {...form.field(name)}
            type="number"
            required={false}
            max={max}
            defaultValue={String(tenant.limits[name] ?? '')}
            help={usage(formatCount(tenant.usage[name]))}
          />
        ))}
        <TextInput
          label={t('reasonForTheOrganizationsAuditLog')}
          {...form.field('reason')}
          rows={2}
          help={t('visibleToTheOrganizationsOwners')}
        />
        {set.error && <ErrorAlert {...errorText(set.error, t('couldntSetTheLimitsTryAgain'))} />}
        <Button type="submit" variant="contained" disabled={set.isPending}>
          {t('setLimits')}
        </Button>
      </Form>
    </Sheet>
  );
}
