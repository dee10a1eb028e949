/** Suspends or reinstates an organization, with a reason that its members or owners can read. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/operators';
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
    get title() {
      return t('suspend');
    },
    get button() {
      return t('suspend');
    },
    get consequence() {
      return t('membersAndApiKeysLoseAccess');
    },
    get label() {
      return t('reasonShownToMembers');
    },
    get help() {
      return t('explainWhyAndWhomToContact');
    },
  },
  resume: {
    get title() {
      return t('reactivate');
    },
    get button() {
      return t('reactivate');
    },
    get consequence() {
      return t('membersAndApiKeysRegainAccess');
    },
    get label() {
      return t('reasonForTheOrganizationsAuditLog');
    },
    get help() {
      return t('visibleToTheOrganizationsOwners');
    },
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
          <ErrorAlert {...errorText(decide.error, t('somethingWentWrongNothingWasChanged'))} />
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
