/** What an organization without orders does next. */
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/customers';
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
          {t('connectWarehouse')}
        </ButtonLink>
      }
    >
      {t('noOrdersYetConnectYourWarehouse', { reason: reason === undefined ? '' : `${reason}. ` })}
    </EmptyState>
  );
}
