/** What calls brought, compared with growers held back at random, and the share held back. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { formatCount, formatDay, formatMoney } from '@/lib/format';
import { t } from '@/messages/en/call_list';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { KeyFigure } from '@/ui/KeyFigure';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { useSetHeldBackPercent, type CallEffect } from './queries';

interface CallEffectPanelProps {
  effect: CallEffect;
  heldBackPercent: number;
  currency: string | undefined;
  mayManage: boolean;
}

/** Maximum share held back, in percent. */
const MAX_HELD_BACK = 50;

export function CallEffectPanel({ effect, heldBackPercent, currency, mayManage }: CallEffectPanelProps) {
  const save = useSetHeldBackPercent();
  return (
    <Panel title={t('effectOfCalls')}>
      <EffectFigures effect={effect} currency={currency} />
      {mayManage && (
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(Number(new FormData(event.currentTarget).get('percent')));
          }}
        >
          <TextInput
            label={t('heldBackPercent')}
            name="percent"
            type="number"
            max={MAX_HELD_BACK}
            required
            defaultValue={String(heldBackPercent)}
            help={t('heldBackHelp')}
          />
          {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheSetting'))} />}
          <Button type="submit" disabled={save.isPending}>
            {t('save')}
          </Button>
        </Form>
      )}
    </Panel>
  );
}

function EffectFigures({ effect, currency }: { effect: CallEffect; currency: string | undefined }) {
  const groups = { heldBack: formatCount(effect.heldBack), listed: formatCount(effect.listed) };
  const { margin, low, high, since } = effect;
  if (margin === undefined || low === undefined || high === undefined || since === undefined) {
    return <Typography sx={{ mb: 3 }}>{t('tooEarlyToTell', groups)}</Typography>;
  }
  const interval = { low: formatMoney(low, currency), high: formatMoney(high, currency) };
  return (
    <>
      <KeyFigure
        label={t('additionalMargin', { since: formatDay(since) })}
        value={formatMoney(margin, currency)}
      />
      <Typography sx={{ mb: 3 }}>{t('interval95', { ...interval, ...groups })}</Typography>
    </>
  );
}
