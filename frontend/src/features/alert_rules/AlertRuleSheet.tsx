/** Creates or edits a rule, and previews how often it would have fired. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm, type FormValues } from '@/api/useTypedForm';
import { formatDay } from '@/lib/format';
import { t } from '@/messages/en/alert_rules';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { channelsQuery, usePreviewRule, useSaveRule, type AlertRule, type AlertRuleInput } from './queries';

/** The query and condition of a rule that the explore page prefills. */
export type RuleDraft = Pick<AlertRule, 'kind'> & Partial<AlertRule>;

interface AlertRuleSheetProps {
  rule: RuleDraft;
  /** Whether the user may choose channels. */
  mayChooseChannels: boolean;
  onClose: () => void;
}

const FIELDS = ['name', 'kind', 'condition', 'limit', 'severity', 'recipients'] as const;
type RuleValues = FormValues<(typeof FIELDS)[number], 'channels'>;

const READY_MADE = [
  ['margin_below', () => t('marginBelow')],
  ['price_move', () => t('priceMove')],
  ['stock_short', () => t('stockShort')],
  ['supplier_late', () => t('supplierLate')],
  ['customer_at_risk', () => t('customerAtRisk')],
  ['data_stale', () => t('dataStale')],
  ['rejected_rows', () => t('rejectedRows')],
] as const;
const MAX_SHOWN = 12;

function toBody(values: RuleValues, rule: RuleDraft): AlertRuleInput {
  const isMetric = rule.kind === 'metric';
  const limit = values.limit.trim();
  return {
    name: values.name.trim(),
    kind: isMetric ? 'metric' : (values.kind as AlertRuleInput['kind']),
    ...(isMetric && {
      query: rule.query,
      condition: values.condition as NonNullable<AlertRule['condition']>,
    }),
    ...(limit !== '' && { limit: Number(limit) }),
    severity: values.severity as AlertRuleInput['severity'],
    recipients: values.recipients as AlertRuleInput['recipients'],
    channels: values.channels,
    ...(rule.mutedUntil !== undefined && { mutedUntil: rule.mutedUntil }),
  };
}

export function AlertRuleSheet({ rule, mayChooseChannels, onClose }: AlertRuleSheetProps) {
  const save = useSaveRule();
  const preview = usePreviewRule();
  const box = useRef<HTMLDivElement>(null);
  const form = useTypedForm({ fields: FIELDS, lists: ['channels'], failure: save.error });
  const showPreview = () => {
    const element = box.current?.querySelector('form');
    if (element) preview.mutate(toBody(form.read(element), rule));
  };
  return (
    <Sheet title={rule.id === undefined ? t('newRule') : t('editRule')} onClose={onClose}>
      <Box ref={box}>
        <Form
          onSubmit={form.handleSubmit((values) =>
            save.mutate({ id: rule.id, body: toBody(values, rule) }, { onSuccess: onClose }),
          )}
        >
          <TextInput
            label={t('name')}
            {...form.field('name')}
            autoComplete="off"
            defaultValue={rule.name ?? ''}
          />
          {rule.kind === 'metric' ? (
            <>
              <Typography>{describeQuery(rule.query)}</Typography>
              <SelectInput
                label={t('condition')}
                {...form.field('condition')}
                defaultValue={rule.condition ?? 'below'}
                options={[
                  ['above', t('above')],
                  ['below', t('below')],
                  ['rises', t('rises')],
                  ['falls', t('falls')],
                  ['changes', t('changes')],
                ]}
              />
            </>
          ) : (
            <SelectInput
              label={t('watches')}
              {...form.field('kind')}
              defaultValue={rule.kind}
              options={READY_MADE.map(([kind, label]) => [kind, label()] as const)}
            />
          )}
          <TextInput
            label={t('limit')}
            {...form.field('limit')}
            help={t('limitHelp')}
            autoComplete="off"
            required={false}
            defaultValue={rule.limit === undefined ? '' : String(rule.limit)}
          />
          <SelectInput
            label={t('severity')}
            {...form.field('severity')}
            defaultValue={rule.severity ?? 'warning'}
            options={[
              ['info', t('info')],
              ['warning', t('warning')],
              ['critical', t('critical')],
            ]}
          />
          <SelectInput
            label={t('recipients')}
            {...form.field('recipients')}
            defaultValue={rule.recipients ?? 'owner'}
            options={[
              ['owner', t('onlyMe')],
              ['members', t('members')],
            ]}
          />
          {mayChooseChannels && <ChannelChoice chosen={rule.channels ?? []} />}
          {form.formError !== undefined && (
            <ErrorAlert {...errorText(form.formError, t('couldntSaveTheRule'))} />
          )}
          <PreviewResult preview={preview} />
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
            <Button disabled={preview.isPending} onClick={showPreview}>
              {t('preview')}
            </Button>
            <Button type="submit" variant="contained" disabled={save.isPending}>
              {t('saveRule')}
            </Button>
          </Box>
        </Form>
      </Box>
    </Sheet>
  );
}

/** The channels that get the messages too. Nothing, if there are none. */
function ChannelChoice({ chosen }: { chosen: string[] }) {
  const { data } = useQuery(channelsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
        {t('alsoSendTo')}
      </Typography>
      {data.items.map(({ id, name, kind }) => (
        <Box
          key={id}
          component="label"
          sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 44, cursor: 'pointer' }}
        >
          <Box
            component="input"
            type="checkbox"
            name="channels"
            value={id}
            defaultChecked={chosen.includes(id)}
            sx={{ width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'primary.main' }}
          />
          <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {t('channelOfService', { name, service: kind === 'slack' ? t('slack') : t('teams') })}
          </Box>
        </Box>
      ))}
      <Typography sx={{ color: 'text.secondary' }}>{t('everyoneInTheChannelReads')}</Typography>
    </Box>
  );
}

function PreviewResult({ preview }: { preview: ReturnType<typeof usePreviewRule> }) {
  const { data, error } = preview;
  if (error) return <ErrorAlert {...errorText(error, t('couldntPreview'))} />;
  if (!data) return null;
  const count = String(data.fired);
  const fired = data.fired === 1 ? t('wouldHaveFiredOnce') : t('wouldHaveFired', { count });
  return (
    <Box role="status">
      <Typography>{data.available ? fired : t('noPast')}</Typography>
      <Box component="ul" sx={{ my: 2 }}>
        {data.starts.slice(-MAX_SHOWN).map(({ day, name }) => (
          <li key={`${day} ${name}`}>
            {name === '' ? formatDay(day) : t('startOf', { day: formatDay(day), name })}
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** The measure and dimension of a metric query, by their IDs. */
function describeQuery(query: unknown): string {
  const { measures, dimensions } = (query ?? {}) as { measures?: string[]; dimensions?: string[] };
  const name = (id: string | undefined) => (id ?? '').replaceAll('_', ' ');
  const measure = name(measures?.[0]);
  const dimension = name(dimensions?.[0]);
  return dimension === '' ? t('figureOf', { measure }) : t('byDimension', { measure, dimension });
}
