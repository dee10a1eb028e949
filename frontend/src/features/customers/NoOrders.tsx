/** What an organization without orders does next. */
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Notice } from '@/ui/Notice';

interface NoOrdersProps {
  /** Why there is nothing to show, in the server's words. */
  reason: string | undefined;
}

export function NoOrders({ reason }: NoOrdersProps) {
  return (
    <Notice
      action={
        <ButtonLink to={paths.dataSync} variant="contained">
          Connect a warehouse
        </ButtonLink>
      }
    >
      {reason !== undefined && `${reason}. `}
      Connect your warehouse and sync customer_profiles and sales_transactions: who buys what, and when,
      appears here.
    </Notice>
  );
}
