/** Adds a channel by the URL of its incoming webhook. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/alert_rules';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { useAddChannel, type MessageChannelInput } from './queries';

const FIELDS = ['name', 'kind', 'url'] as const;

export function MessageChannelSheet({ onClose }: { onClose: () => void }) {
  const add = useAddChannel();
  const form = useTypedForm({ fields: FIELDS, failure: add.error });
  return (
    <Sheet title={t('addChannel')} onClose={onClose}>
      <Form
        onSubmit={form.handleSubmit(({ name, kind, url }) =>
          add.mutate(
            { name: name.trim(), kind: kind as MessageChannelInput['kind'], url: url.trim() },
            { onSuccess: onClose },
          ),
        )}
      >
        <TextInput label={t('name')} {...form.field('name')} autoComplete="off" />
        <SelectInput
          label={t('service')}
          {...form.field('kind')}
          options={[
            ['slack', t('slack')],
            ['teams', t('teams')],
          ]}
        />
        <TextInput
          label={t('channelUrl')}
          {...form.field('url')}
          autoComplete="off"
          help={t('channelUrlHelp')}
        />
        <Typography>{t('everyoneInTheChannelReads')}</Typography>
        {form.formError !== undefined && (
          <ErrorAlert {...errorText(form.formError, t('couldntAddTheChannel'))} />
        )}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button type="submit" variant="contained" disabled={add.isPending}>
            {t('addChannel')}
          </Button>
        </Box>
      </Form>
    </Sheet>
  );
}
