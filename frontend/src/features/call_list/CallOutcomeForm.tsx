/** Records the outcome of a call. Opens on request, so that more growers fit on the screen. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/call_list';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { useSetCallOutcome, type CallItem, type CallOutcome } from './queries';

const OUTCOMES: readonly CallOutcome[] = ['reached', 'ordered', 'later', 'lost'];

export function CallOutcomeForm({ call }: { call: CallItem }) {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<CallOutcome>('reached');
  const save = useSetCallOutcome();
  if (!open) {
    return (
      <Button
        className="screen-only"
        variant="outlined"
        sx={{ mt: 3, width: { xs: '100%', sm: 'auto' } }}
        aria-label={t('recordOutcomeOf', { customer: call.customer })}
        onClick={() => setOpen(true)}
      >
        {t('recordOutcome')}
      </Button>
    );
  }
  return (
    <Box className="screen-only" sx={{ mt: 3 }}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
          save.mutate({ id: call.customerId, outcome, note }, { onSuccess: () => setOpen(false) });
        }}
      >
        <ToggleGroup
          label={t('outcome')}
          options={OUTCOMES}
          optionLabel={(choice) => t(choice)}
          selected={[outcome]}
          onToggle={setOutcome}
        />
        <TextInput label={t('note')} name="note" rows={2} required={false} />
        {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheOutcome'))} />}
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {t('save')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
        </Box>
      </Form>
    </Box>
  );
}
