/** Suspends an organization or lets it work again, with a reason that its people or its owners read. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { fieldFailure, sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { useStanding, type Tenant } from './tenants';

interface StandingSheetProps {
  tenant: Tenant;
  decision: 'suspend' | 'resume';
  onClose: () => void;
}

const said = {
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

export function StandingSheet({ tenant, decision, onClose }: StandingSheetProps) {
  const decide = useStanding(tenant.id, decision);
  const words = said[decision];
  return (
    <Sheet title={`${words.title}: ${tenant.name}`} onClose={onClose}>
      <Typography>{words.consequence}</Typography>
      <FormFrame onSubmit={(typed) => decide.mutate(typed('reason').trim(), { onSuccess: onClose })}>
        <TextInput
          label={words.label}
          name="reason"
          rows={3}
          help={words.help}
          error={fieldFailure(decide.error, 'reason')}
        />
        {decide.error && (
          <FailureNotice
            {...sayFailure(decide.error, 'That did not work, and nothing was changed. Try again.')}
          />
        )}
        <Button
          type="submit"
          variant="contained"
          color={decision === 'suspend' ? 'error' : 'primary'}
          disabled={decide.isPending}
        >
          {words.button}
        </Button>
      </FormFrame>
    </Sheet>
  );
}
