/** Sends a draft order to its supplier, after the user has checked where it goes and what it says. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '@sprout/client';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatCount, formatMoney } from '@/lib/format';
import { formatLanguageName } from '@/lib/languageText';
import { t } from '@/messages/en/order_emails';
import { Callout } from '@/ui/Callout';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { Switch } from '@/ui/Switch';
import { TextInput } from '@/ui/TextInput';
import { orderEmailPreviewQuery, useSendOrder } from './orderEmailQueries';
import type { Draft } from './orderingQueries';
import { SupplierContactForm } from './SupplierContactForm';

type Preview = Schemas['OrderEmailPreview'];

interface SendOrderSheetProps {
  draft: Draft;
  onClose: () => void;
}

export function SendOrderSheet({ draft, onClose }: SendOrderSheetProps) {
  const preview = useQuery(orderEmailPreviewQuery(draft.id));
  return (
    <Sheet title={t('sendOrder')} onClose={onClose}>
      {body()}
    </Sheet>
  );

  function body() {
    if (preview.isPending) return <LoadingPlaceholder label={t('theEmailIsLoading')} height={480} />;
    if (preview.isError && !preview.data) {
      return (
        <ErrorAlert
          {...errorText(preview.error, t('couldntLoadTheEmail'))}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      );
    }
    if (!preview.data.emailEnabled) {
      return <Callout severity="warning">{t('emailIsntSetUp')}</Callout>;
    }
    if (draft.supplierId === undefined) {
      return <Callout severity="warning">{t('noSupplierToSendTo')}</Callout>;
    }
    return <SendOrder draft={draft} supplierId={draft.supplierId} preview={preview.data} onSent={onClose} />;
  }
}

interface SendOrderProps {
  draft: Draft;
  supplierId: string;
  preview: Preview;
  onSent: () => void;
}

function SendOrder({ draft, supplierId, preview, onSent }: SendOrderProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { recipient } = preview;
  if (recipient === undefined || isEditing) {
    return (
      <SupplierContactForm
        supplierId={supplierId}
        email={recipient}
        contactName={preview.contactName}
        language={preview.language}
        onSaved={() => setIsEditing(false)}
      />
    );
  }
  return (
    <>
      <DescriptionList>
        <DescriptionItem name={t('to')}>
          {preview.contactName === undefined ? recipient : `${preview.contactName} <${recipient}>`}
        </DescriptionItem>
        <DescriptionItem name={t('subject')}>{preview.subject}</DescriptionItem>
        <DescriptionItem name={t('orderLanguage')}>{formatLanguageName(preview.language)}</DescriptionItem>
        <DescriptionItem name={t('repliesGoTo')}>{preview.replyTo}</DescriptionItem>
        <DescriptionItem name={t('lines')}>{formatCount(draft.lines.length)}</DescriptionItem>
        <DescriptionItem name={t('total')}>{formatMoney(draft.cost, draft.currency)}</DescriptionItem>
      </DescriptionList>
      <Box>
        <Button size="small" onClick={() => setIsEditing(true)}>
          {t('changeAddress')}
        </Button>
      </Box>
      <MessageForm draft={draft} recipient={recipient} preview={preview} onSent={onSent} />
    </>
  );
}

interface MessageFormProps {
  draft: Draft;
  recipient: string;
  preview: Preview;
  onSent: () => void;
}

function MessageForm({ draft, recipient, preview, onSent }: MessageFormProps) {
  const send = useSendOrder(draft.id);
  const [copies, setCopies] = useState(true);
  const form = useTypedForm({ fields: ['requestedOn', 'message', 'attachment'], failure: send.error });
  return (
    <Form
      onSubmit={form.handleSubmit(({ requestedOn, message, attachment }) =>
        send.mutate(
          {
            recipient,
            attachment: attachment as Schemas['OrderAttachment'],
            copyToSender: copies,
            ...(requestedOn !== '' && { requestedOn }),
            ...(message.trim() !== '' && { message }),
          },
          { onSuccess: onSent },
        ),
      )}
    >
      <TextInput
        label={t('requestedDelivery')}
        {...form.field('requestedOn')}
        type="date"
        required={false}
        defaultValue={preview.usualDeliveryOn}
        help={t('afterTheLongestLeadTime')}
      />
      <TextInput label={t('message')} {...form.field('message')} required={false} rows={4} />
      <SelectInput
        label={t('attachedFiles')}
        {...form.field('attachment')}
        defaultValue="both"
        options={[
          ['both', t('pdfAndCsv')],
          ['pdf', t('pdf')],
          ['csv', t('csv')],
        ]}
      />
      <Switch label={t('sendMeACopy')} checked={copies} onChange={setCopies} />
      <Callout severity="info">{t('whatTheSupplierGets')}</Callout>
      {form.formError !== undefined && <ErrorAlert {...errorText(form.formError, t('couldntSend'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={send.isPending}>
          {t('sendOrder')}
        </Button>
      </Box>
    </Form>
  );
}
