/** Says how much an organization may hold. An empty field has no limit. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatCount } from '@/lib/format';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { useSetLimits, type Tenant } from './tenantQueries';

const LIMIT_FIELDS = [
  ['people', 'People', 1_000_000, 'with those who are invited'],
  ['rows', 'Rows of its source tables', 1_000_000_000_000, 'counted by the last syncs'],
  ['questions', 'Questions to Sprout AI a month', 1_000_000_000, 'this month'],
] as const;

const FORM_FIELDS = [...LIMIT_FIELDS.map(([name]) => name), 'reason' as const];

export function LimitsSheet({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const set = useSetLimits(tenant.id);
  const form = useTypedForm({ fields: FORM_FIELDS, failure: set.error });
  return (
    <Sheet title={`Limits: ${tenant.name}`} onClose={onClose}>
      <Typography>
        Nothing that is there is taken away: what would go beyond a limit is refused, in words. An empty field
        has no limit.
      </Typography>
      <Form
        onSubmit={form.handleSubmit((values) => {
          const limits = LIMIT_FIELDS.flatMap(([name]) => {
            const value = values[name].trim();
            return value === '' ? [] : [[name, Math.trunc(Number(value))] as const];
          });
          const body = { ...Object.fromEntries(limits), reason: values.reason.trim() };
          set.mutate(body, { onSuccess: onClose });
        })}
      >
        {LIMIT_FIELDS.map(([name, label, max, used]) => (
          <TextInput
            key={name}
            label={label}
            {...form.field(name)}
            type="number"
            required={false}
            max={max}
            defaultValue={String(tenant.limits[name] ?? '')}
            help={`${formatCount(tenant.usage[name])} ${used}.`}
          />
        ))}
        <TextInput
          label="Reason, for its audit log"
          {...form.field('reason')}
          rows={2}
          help="Its owners read it."
        />
        {set.error && <ErrorAlert {...errorText(set.error, 'The limits were not set. Try again.')} />}
        <Button type="submit" variant="contained" disabled={set.isPending}>
          Set limits
        </Button>
      </Form>
    </Sheet>
  );
}
