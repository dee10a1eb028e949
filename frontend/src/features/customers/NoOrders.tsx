/** What an organization without orders does next. */
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';

interface NoOrdersProps {
  /** Why there is nothing to show, in the server message. */
  reason: string | undefined;
}

export function NoOrders({ reason }: NoOrdersProps) {
  return (
    <EmptyState
      action={
        <ButtonLink to={paths.dataSync} variant="contained">
          Connect a warehouse
        </ButtonLink>
      }
    >
      {reason !== undefined && `${reason}. `}
      Connect your warehouse and sync customer_profiles and sales_transactions: who buys what, and when,
      appears here.
    </EmptyState>
  );
}
