/** The totals above which orders of members and admins need approval. Owners set them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime, formatMoney } from '@/lib/format';
import { t } from '@/messages/en/approvals';
import { Callout } from '@/ui/Callout';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { approvalLimitsQuery, useSetApprovalLimits } from './approvalLimitQueries';

type Limits = Schemas['ApprovalLimits'];

const MAX_LIMIT = 1_000_000_000;

export function ApprovalLimitsPanel({ mayChange }: { mayChange: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(approvalLimitsQuery);
  return (
    <Panel title={t('approvalLimits')} subtitle={t('ordersAboveALimitNeedApproval')}>
      {error && !data && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheLimits'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label={t('theLimitsAreLoading')} height={240} />}
      {data &&
        (mayChange ? (
          // Changed limits remount the form.
          <LimitsForm key={data.updatedAt ?? ''} limits={data} />
        ) : (
          <ReadOnlyLimits limits={data} />
        ))}
    </Panel>
  );
}

function LimitsForm({ limits }: { limits: Limits }) {
  const save = useSetApprovalLimits();
  const form = useTypedForm({ fields: ['memberLimit', 'adminLimit'], failure: save.error });
  const inCurrency = { currency: limits.currency };
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit(({ memberLimit, adminLimit }) =>
        save.mutate({
          ...(memberLimit.trim() !== '' && { memberLimit: Number(memberLimit) }),
          ...(adminLimit.trim() !== '' && { adminLimit: Number(adminLimit) }),
        }),
      )}
    >
      <TextInput
        label={t('limitOfMembers', inCurrency)}
        {...form.field('memberLimit')}
        type="number"
        required={false}
        max={MAX_LIMIT}
        help={t('memberLimitHelp')}
        defaultValue={limits.memberLimit?.toString() ?? ''}
      />
      <TextInput
        label={t('limitOfAdmins', inCurrency)}
        {...form.field('adminLimit')}
        type="number"
        required={false}
        max={MAX_LIMIT}
        help={t('adminLimitHelp')}
        defaultValue={limits.adminLimit?.toString() ?? ''}
      />
      <LastChange limits={limits} />
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheLimits'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={save.isPending}>
          {t('saveLimits')}
        </Button>
      </Box>
    </Form>
  );
}

function ReadOnlyLimits({ limits }: { limits: Limits }) {
  const format = (limit: number | undefined) =>
    limit === undefined ? t('noLimit') : formatMoney(limit, limits.currency);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <DescriptionList>
        <DescriptionItem name={t('members')}>{format(limits.memberLimit)}</DescriptionItem>
        <DescriptionItem name={t('admins')}>{format(limits.adminLimit)}</DescriptionItem>
        <DescriptionItem name={t('owners')}>{t('noLimit')}</DescriptionItem>
      </DescriptionList>
      <LastChange limits={limits} />
      <Callout severity="info">{t('onlyOwnersChangeLimits')}</Callout>
    </Box>
  );
}

function LastChange({ limits: { updatedAt, updatedBy = '' } }: { limits: Limits }) {
  if (updatedAt === undefined) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('limitsUpdatedBy', { at: formatDateTime(updatedAt), by: updatedBy })}
    </Typography>
  );
}
