/** An order: one of the source, or one that was drafted here, with its email and whom it affects. */
import Box from '@mui/material/Box';
import { SproutError } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { RecordView, useRecordId } from '@/features/directory/RecordView';
import { SourceOrder } from '@/features/directory/SourceOrder';
import { AffectedCustomers } from '@/features/purchasing/AffectedCustomers';
import { DraftCard } from '@/features/purchasing/DraftCard';
import { draftOrderQuery } from '@/features/purchasing/orderEmailQueries';
import { permissionsQuery } from '@/features/purchasing/orderingQueries';
import { formatDay } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/order_emails';

/** The order numbers of drafts. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NOT_FOUND = 404;
/** How often an order is read while it waits to be sent. */
const QUEUED_REFETCH_MS = 5_000;

export default function OrderRecord() {
  const id = useRecordId();
  return UUID.test(id) ? <DraftedOrder id={id} /> : <SourceOrder id={id} />;
}

function DraftedOrder({ id }: { id: string }) {
  const query = useQuery({
    ...draftOrderQuery(id),
    refetchInterval: ({ state }) => (state.data?.data.email?.state === 'queued' ? QUEUED_REFETCH_MS : false),
  });
  const account = useQuery(permissionsQuery);
  const may = (permission: Parameters<typeof hasPermission>[1]) =>
    hasPermission(account.data?.permissions, permission);
  if (query.error instanceof SproutError && query.error.status === NOT_FOUND) return <SourceOrder id={id} />;
  return (
    <RecordView
      kind={t('purchaseOrder')}
      query={query}
      name={({ data: { supplier, supplierId } }) => supplier ?? supplierId ?? t('noSupplier')}
      describe={({ data }) => [data.id, formatDay(data.createdAt.slice(0, 10))].join(' · ')}
    >
      {({ data: draft }) => (
        <>
          <Box component="ul" aria-label={t('theOrder')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            <li>
              <DraftCard draft={draft} canManage={may('purchasing.order')} canSend={may('orders.send')} />
            </li>
          </Box>
          {draft.state === 'ordered' && <AffectedCustomers draftId={draft.id} />}
        </>
      )}
    </RecordView>
  );
}
