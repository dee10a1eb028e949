/** Next steps for an organization without orders. */
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/customers';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';

interface NoOrdersProps {
  /** The server's message that says why there is nothing to show. */
  reason: string | undefined;
}

export function NoOrders({ reason }: NoOrdersProps) {
  return (
    <EmptyState
      action={
        <ButtonLink to={paths.dataSync} variant="contained">
          {t('connectWarehouse')}
        </ButtonLink>
      }
    >
      {t('noOrdersYetConnectYourWarehouse', { reason: reason === undefined ? '' : `${reason}. ` })}
    </EmptyState>
  );
}
