/** Suspends an organization or lets it work again, with a reason that its people or its owners read. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { useSetSuspension, type Tenant } from './tenantQueries';

interface SuspensionSheetProps {
  tenant: Tenant;
  action: 'suspend' | 'resume';
  onClose: () => void;
}

const TEXTS = {
  suspend: {
    title: 'Suspend',
    button: 'Suspend now',
    consequence:
      'Within 2 seconds its people, its API keys and its schedules are refused, and a sync that goes on is ended. Nothing is removed.',
    label: 'Reason, as its people read it',
    help: 'Say why, and whom to ask. It stands in the organization’s audit log too.',
  },
  resume: {
    title: 'Let work again',
    button: 'Let work again',
    consequence: 'Within 2 seconds its people and API keys are let in, and its schedules go on.',
    label: 'Reason, for its audit log',
    help: 'Its owners read it.',
  },
} as const;

export function SuspensionSheet({ tenant, action, onClose }: SuspensionSheetProps) {
  const decide = useSetSuspension(tenant.id, action);
  const form = useTypedForm({ fields: ['reason'], failure: decide.error });
  const words = TEXTS[action];
  return (
    <Sheet title={`${words.title}: ${tenant.name}`} onClose={onClose}>
      <Typography>{words.consequence}</Typography>
      <Form
        onSubmit={form.handleSubmit((values) => decide.mutate(values.reason.trim(), { onSuccess: onClose }))}
      >
        <TextInput label={words.label} {...form.field('reason')} rows={3} help={words.help} />
        {decide.error && (
          <ErrorAlert
            {...errorText(decide.error, 'That did not work, and nothing was changed. Try again.')}
          />
        )}
        <Button
          type="submit"
          variant="contained"
          color={action === 'suspend' ? 'error' : 'primary'}
          disabled={decide.isPending}
        >
          {words.button}
        </Button>
      </Form>
    </Sheet>
  );
}
