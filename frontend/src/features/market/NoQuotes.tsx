/** Says that there are no market prices, and where they come from. */
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Notice } from '@/ui/Notice';

export function NoQuotes({ children }: { children: string }) {
  return <Notice action={<ButtonLink to={paths.dataSync}>Go to Data Sync</ButtonLink>}>{children}</Notice>;
}
