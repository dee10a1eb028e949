/** The order of a link: the supplier confirms quantities and days, or declines, without an account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { SproutError } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldError } from '@/api/errors';
import { formatDateTime, formatDay, formatNumber } from '@/lib/format';
import { t } from '@/messages/en/order_acknowledgments';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { PageHeader } from '@/ui/PageHeader';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { linkedOrderQuery, useAcknowledgeOrder, type LinkedOrder } from './orderLinkQueries';

const NOT_FOUND = 404;

export function OrderAnswer({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(linkedOrderQuery(token));
  if (error instanceof SproutError && error.status === NOT_FOUND) {
    return <PageHeader title={t('linkDoesntWork')} subtitle={t('askForANewLink')} />;
  }
  if (error && !data) {
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadTheOrder'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <LoadingPlaceholder label={t('theOrderIsLoading')} height={640} />;
  return (
    <>
      <PageHeader
        title={t('purchaseOrderFrom', { organization: data.organization })}
        subtitle={t('orderNumber', { number: data.orderNumber })}
      />
      <Answer token={token} order={data} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 4 }}>
        {t('linkEnds', { day: formatDateTime(data.expiresAt) })}
      </Typography>
    </>
  );
}

interface AnswerProps {
  token: string;
  order: LinkedOrder;
}

type OrderLine = LinkedOrder['lines'][number];

function Answer({ token, order }: AnswerProps) {
  const save = useAcknowledgeOrder(token);
  const [isDeclining, setIsDeclining] = useState(false);
  const isShownAtField = order.lines.some(
    (_, index) =>
      fieldError(save.error, `lines[${index}].quantity`) ??
      fieldError(save.error, `lines[${index}].expectedOn`),
  );
  return (
    <Panel title={t('lines')}>
      {order.acknowledgedAt !== undefined && (
        <Callout severity="success">{t('answered', { at: formatDateTime(order.acknowledgedAt) })}</Callout>
      )}
      <Typography>
        {order.requestedOn === undefined
          ? t('confirmEachLine')
          : t('confirmEachLineRequested', { day: formatDay(order.requestedOn) })}
      </Typography>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(readAnswer(event.currentTarget, order.lines));
        }}
      >
        {order.lines.map((line, index) => (
          <LineFields key={line.position} line={line} index={index} order={order} failure={save.error} />
        ))}
        <TextInput
          label={t('note')}
          name="note"
          required={false}
          rows={3}
          defaultValue={order.note ?? ''}
          error={fieldError(save.error, 'note')}
        />
        {save.error !== null && !isShownAtField && (
          <ErrorAlert {...errorText(save.error, t('couldntSaveTheAnswer'))} />
        )}
        {isDeclining ? (
          <Box role="group" aria-label={t('declineOrder')} sx={{ display: 'grid', gap: 2 }}>
            <Typography>{t('declineQuestion', { organization: order.organization })}</Typography>
            <Box sx={{ display: 'flex', gap: 2 }}>
              <Button ref={focusOnMount} onClick={() => setIsDeclining(false)}>
                {t('keep')}
              </Button>
              <Button
                variant="contained"
                color="error"
                disabled={save.isPending}
                onClick={(event) => {
                  const { form } = event.currentTarget;
                  if (!form) return;
                  save.mutate(decline(form, order.lines), { onSuccess: () => setIsDeclining(false) });
                }}
              >
                {t('declineOrder')}
              </Button>
            </Box>
          </Box>
        ) : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'flex-end' }}>
            <Button color="error" onClick={() => setIsDeclining(true)}>
              {t('declineOrder')}
            </Button>
            <Button type="submit" variant="contained" disabled={save.isPending}>
              {order.acknowledgedAt === undefined ? t('confirmOrder') : t('saveAnswer')}
            </Button>
          </Box>
        )}
      </Form>
    </Panel>
  );
}

interface LineFieldsProps {
  line: OrderLine;
  index: number;
  order: LinkedOrder;
  failure: unknown;
}

function LineFields({ line, index, order, failure }: LineFieldsProps) {
  const { quantity, unit, confirmedQuantity = quantity } = line;
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, p: 3, border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}
    >
      <Typography component="legend" sx={{ fontWeight: 600, px: 1, overflowWrap: 'anywhere' }}>
        {line.item} ({line.itemId})
      </Typography>
      <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {t('orderedFor', { ordered: `${formatNumber(quantity)} ${unit}`, location: line.location })}
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput
          label={t('confirmedQuantity', { unit })}
          name={`quantity-${line.position}`}
          type="number"
          max={quantity}
          defaultValue={String(confirmedQuantity)}
          error={fieldError(failure, `lines[${index}].quantity`)}
        />
        <TextInput
          label={t('deliveryDay')}
          name={`expectedOn-${line.position}`}
          type="date"
          required={false}
          defaultValue={line.expectedOn ?? order.requestedOn ?? ''}
          error={fieldError(failure, `lines[${index}].expectedOn`)}
        />
      </Box>
    </Box>
  );
}

/** Moves the focus to the button that replaced the pressed one. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

function readText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function readNote(form: HTMLFormElement) {
  const note = readText(form, 'note');
  return note === '' ? {} : { note };
}

function readAnswer(form: HTMLFormElement, lines: readonly OrderLine[]) {
  return {
    lines: lines.map(({ position }) => {
      const expectedOn = readText(form, `expectedOn-${position}`);
      return {
        position,
        quantity: Number(readText(form, `quantity-${position}`)),
        ...(expectedOn !== '' && { expectedOn }),
      };
    }),
    ...readNote(form),
  };
}

const decline = (form: HTMLFormElement, lines: readonly OrderLine[]) => ({
  lines: lines.map(({ position }) => ({ position, quantity: 0 })),
  ...readNote(form),
});
