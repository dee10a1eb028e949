/** Says that there are no market prices, and how to get them. */
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/market';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';

export function NoQuotes({ children }: { children: string }) {
  return (
    <EmptyState action={<ButtonLink to={paths.dataSync}>{t('goToDataSync')}</ButtonLink>}>
      {children}
    </EmptyState>
  );
}
