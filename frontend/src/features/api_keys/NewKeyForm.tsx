/** Creates a key with a name, permissions and an expiration date, then shows its token once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { permissionLabel } from '@/lib/permissionLabels';
import type { Permission } from '@/lib/permissions';
import { t } from '@/messages/en/api_keys';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useCreateApiKey } from './queries';
import { CreatedKey } from './CreatedKey';

const expiryOptions = () =>
  [
    ['90', t('in90Days')],
    ['30', t('in30Days')],
    ['365', t('inAYear')],
    ['', t('never')],
  ] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

const expiryDate = (days: string) => new Date(Date.now() + Number(days) * DAY_MS).toISOString();

interface NewKeyFormProps {
  grantable: readonly Permission[];
}

export function NewKeyForm({ grantable }: NewKeyFormProps) {
  const createKey = useCreateApiKey();
  const form = useTypedForm({
    fields: ['name', 'permissions', 'expiresAt'],
    lists: ['granted'],
    failure: createKey.error,
  });
  if (createKey.data) {
    return (
      <CreatedKey
        name={createKey.data.key.name}
        token={createKey.data.token}
        onDone={() => createKey.reset()}
      />
    );
  }
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values) => {
        const days = values.expiresAt;
        createKey.mutate({
          name: values.name.trim(),
          permissions: grantable.filter((permission) => values.granted.includes(permission)),
          ...(days !== '' && { expiresAt: expiryDate(days) }),
        });
      })}
    >
      <TextInput
        label={t('name')}
        {...form.field('name')}
        autoComplete="off"
        help={t('aNameForTheSoftwareThat')}
      />
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
          {t('permissions')}
        </Typography>
        {grantable.map((permission) => (
          <Box
            key={permission}
            component="label"
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36, cursor: 'pointer' }}
          >
            <Box
              component="input"
              type="checkbox"
              name="granted"
              value={permission}
              sx={{ width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'primary.main' }}
            />
            {permissionLabel(permission)}
          </Box>
        ))}
        {form.field('permissions').error !== undefined && (
          <FormHelperText error>{form.field('permissions').error}</FormHelperText>
        )}
      </Box>
      <SelectInput
        label={t('expires')}
        {...form.field('expiresAt')}
        options={expiryOptions()}
        defaultValue="90"
      />
      {createKey.error && <ErrorAlert {...errorText(createKey.error, t('couldntCreateTheKeyTryAgain'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={createKey.isPending}>
          {t('createKey')}
        </Button>
      </Box>
    </Form>
  );
}
