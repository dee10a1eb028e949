/** Says that there are no market prices, and where they come from. */
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';

export function NoQuotes({ children }: { children: string }) {
  return (
    <EmptyState action={<ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>{children}</EmptyState>
  );
}
