/** The growers to call as cards, and what calls brought. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/call_list';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { SelectInput } from '@/ui/SelectInput';
import { CallCard } from './CallCard';
import { CallEffectPanel } from './CallEffectPanel';
import { callListQuery, permissionsQuery } from './queries';

export function CallListPanel() {
  const [salesperson, setSalesperson] = useState('');
  const list = useInfiniteQuery(callListQuery(salesperson));
  const account = useQuery(permissionsQuery);
  if (list.isPending) return <LoadingPlaceholder label={t('callsAreLoading')} height={640} />;
  if (!list.data) {
    const failure = errorText(list.error, t('couldntLoadTheCallList'));
    return <ErrorAlert {...failure} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  const [first] = list.data.pages;
  const calls = list.data.pages.flatMap((page) => page.items);
  const may = (permission: 'calls.record' | 'organization.manage') =>
    hasPermission(account.data?.permissions, permission);
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {first?.seesTeam && (
        <SalespersonForm names={first.salespeople} selected={salesperson} onSelect={setSalesperson} />
      )}
      {calls.length === 0 ? (
        <EmptyState>{first?.seesTeam ? t('noCalls') : t('noCallsForYou')}</EmptyState>
      ) : (
        calls.map((call) => (
          <CallCard
            key={call.customerId}
            call={call}
            currency={first?.currency}
            mayRecord={may('calls.record')}
          />
        ))
      )}
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
      {first?.effect && (
        <CallEffectPanel
          effect={first.effect}
          heldBackPercent={first.heldBackPercent}
          currency={first.currency}
          mayManage={may('organization.manage')}
        />
      )}
    </Box>
  );
}

interface SalespersonFormProps {
  names: readonly string[];
  selected: string;
  onSelect: (salesperson: string) => void;
}

function SalespersonForm({ names, selected, onSelect }: SalespersonFormProps) {
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onSelect(String(new FormData(event.currentTarget).get('salesperson') ?? ''));
      }}
    >
      <SelectInput
        label={t('salesperson')}
        name="salesperson"
        defaultValue={selected}
        options={[['', t('everyone')], ...names.map((name) => [name, name] as const)]}
      />
      <Button type="submit">{t('show')}</Button>
    </Form>
  );
}
