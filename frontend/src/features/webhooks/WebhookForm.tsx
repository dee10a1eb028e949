/** The settings of a webhook: name, URL, events and order. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/webhooks';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import { EVENT_TYPES, eventLabel } from './eventLabels';
import type { WebhookInput } from './queries';

interface WebhookFormProps {
  initial: WebhookInput;
  error: unknown;
  /** The title of an error without a message. */
  failure: string;
  isPending: boolean;
  action: string;
  onSubmit: (settings: WebhookInput) => void;
}

export function WebhookForm({ initial, error, failure, isPending, action, onSubmit }: WebhookFormProps) {
  const form = useTypedForm({
    fields: ['name', 'url', 'eventTypes'],
    lists: ['events', 'order'],
    failure: error,
  });
  const eventsError = form.field('eventTypes').error;
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values) =>
        onSubmit({
          name: values.name.trim(),
          url: values.url.trim(),
          eventTypes: EVENT_TYPES.filter((type) => values.events.includes(type)),
          isOrdered: values.order.length > 0,
          isEnabled: initial.isEnabled,
        }),
      )}
    >
      <TextInput
        label={t('name')}
        {...form.field('name')}
        autoComplete="off"
        help={t('nameHelp')}
        defaultValue={initial.name}
      />
      <TextInput
        label={t('url')}
        {...form.field('url')}
        autoComplete="off"
        help={t('urlHelp')}
        defaultValue={initial.url}
      />
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
          {t('events')}
        </Typography>
        {EVENT_TYPES.map((type) => (
          <Choice
            key={type}
            name="events"
            value={type}
            label={eventLabel(type)}
            isChecked={initial.eventTypes.includes(type)}
          />
        ))}
        {eventsError !== undefined && <FormHelperText error>{eventsError}</FormHelperText>}
      </Box>
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
          {t('order')}
        </Typography>
        <Choice
          name="order"
          value="ordered"
          label={t('sendInOrder')}
          isChecked={initial.isOrdered === true}
        />
      </Box>
      {form.formError !== undefined && <ErrorAlert {...errorText(form.formError, failure)} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={isPending}>
          {action}
        </Button>
      </Box>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  label: string;
  isChecked: boolean;
}

function Choice({ name, value, label, isChecked }: ChoiceProps) {
  return (
    <Box
      component="label"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36, cursor: 'pointer' }}
    >
      <Box
        component="input"
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isChecked}
        sx={{ width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'primary.main' }}
      />
      {label}
    </Box>
  );
}
