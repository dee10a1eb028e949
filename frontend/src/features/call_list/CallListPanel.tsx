/** The growers to call as cards, and what calls brought. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { hasPermission } from '@/lib/permissions';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/call_list';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { LongList } from '@/ui/LongList';
import { SelectInput } from '@/ui/SelectInput';
import { StaleFigures } from '@/ui/StaleFigures';
import { CallCard } from './CallCard';
import { CallEffectPanel } from './CallEffectPanel';
import { callListQuery, permissionsQuery } from './queries';

/** Below each card, in theme units. */
const CARD_GAP = 4;
/** Of a card before it is measured, in CSS pixels. */
const CARD_HEIGHT = 300;

export function CallListPanel() {
  const [address, setAddress] = useUrlParams();
  const salesperson = address.get('salesperson') ?? '';
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
      <StaleFigures dates={first?.meta} />
      {first?.seesTeam && (
        <Box sx={{ maxWidth: 480 }}>
          <SelectInput
            label={t('salesperson')}
            name="salesperson"
            defaultValue={salesperson}
            options={[['', t('everyone')], ...first.salespeople.map((name) => [name, name] as const)]}
            onSelect={(name) => setAddress(name === '' ? {} : { salesperson: name })}
          />
        </Box>
      )}
      {calls.length === 0 ? (
        <EmptyState>{first?.seesTeam ? t('noCalls') : t('noCallsForYou')}</EmptyState>
      ) : (
        <LongList
          label={t('callList')}
          items={calls}
          itemKey={(call) => call.customerId}
          itemHeight={CARD_HEIGHT}
          gap={CARD_GAP}
          render={(call) => (
            <CallCard call={call} currency={first?.currency} mayRecord={may('calls.record')} />
          )}
        />
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
