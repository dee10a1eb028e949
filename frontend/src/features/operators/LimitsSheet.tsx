/** Says how much an organization may hold. An empty field has no limit. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { fieldFailure, sayFailure } from '@/api/errors';
import { count } from '@/lib/format';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { useLimits, type Tenant } from './tenants';

const FIELDS = [
  ['people', 'People', 1_000_000, 'with those who are invited'],
  ['rows', 'Rows of its source tables', 1_000_000_000_000, 'counted by the last syncs'],
  ['questions', 'Questions to Sprout AI a month', 1_000_000_000, 'this month'],
] as const;

export function LimitsSheet({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const set = useLimits(tenant.id);
  return (
    <Sheet title={`Limits: ${tenant.name}`} onClose={onClose}>
      <Typography>
        Nothing that is there is taken away: what would go beyond a limit is refused, in words. An empty field
        has no limit.
      </Typography>
      <FormFrame
        onSubmit={(typed) => {
          const limits = FIELDS.flatMap(([name]) => {
            const value = typed(name).trim();
            return value === '' ? [] : [[name, Math.trunc(Number(value))] as const];
          });
          const body = { ...Object.fromEntries(limits), reason: typed('reason').trim() };
          set.mutate(body, { onSuccess: onClose });
        }}
      >
        {FIELDS.map(([name, label, max, used]) => (
          <TextInput
            key={name}
            label={label}
            name={name}
            type="number"
            required={false}
            max={max}
            defaultValue={String(tenant.limits[name] ?? '')}
            help={`${count(tenant.usage[name])} ${used}.`}
            error={fieldFailure(set.error, name)}
          />
        ))}
        <TextInput
          label="Reason, for its audit log"
          name="reason"
          rows={2}
          help="Its owners read it."
          error={fieldFailure(set.error, 'reason')}
        />
        {set.error && <FailureNotice {...sayFailure(set.error, 'The limits were not set. Try again.')} />}
        <Button type="submit" variant="contained" disabled={set.isPending}>
          Set limits
        </Button>
      </FormFrame>
    </Sheet>
  );
}
