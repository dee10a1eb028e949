/** What the command palette offers for a text. */
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '@/auth/session';
import { customerSegmentationQuery } from '@/features/customers/queries';
import { recommendationsQuery } from '@/features/purchasing/queries';
import { askAssistantPath, paths } from '@/lib/paths';
import { t } from '@/messages/en/palette';
import { appRoutes } from '../routes';

/** One choice: a page, or a page in a certain state. */
export interface PaletteOption {
  group: string;
  label: string;
  to: string;
}

/** Maximum number of options of one group. */
const MAX_OPTIONS = 6;

/** Pages that make no sense without a link from an email, or once signed in. */
const HIDDEN_PAGES: readonly string[] = [
  paths.invitation,
  paths.resetPassword,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.register,
  paths.operator,
];

const withFilter = (path: string, parameter: string, text: string): string =>
  `${path}?${parameter}=${encodeURIComponent(text)}`;

export function usePaletteOptions(typed: string): PaletteOption[] {
  const signedIn = useSignedIn();
  const customers = useQuery(customerSegmentationQuery).data?.data.customer_patterns ?? [];
  const stock = useQuery(recommendationsQuery).data?.data;
  const items = [...(stock?.items ?? []), ...(stock?.itemsWithoutReorderPoint ?? [])];
  const text = typed.trim();
  const words = text.toLowerCase().split(/\s+/);
  const matches = (label: string) => words.every((word) => label.toLowerCase().includes(word));

  const pages = appRoutes
    .filter(
      ({ paths: [path = ''], access }) =>
        !HIDDEN_PAGES.includes(path) &&
        (access !== 'signed-in' || signedIn) &&
        !(signedIn && path === paths.signIn),
    )
    .map(({ title, paths: [to = '/'] }) => ({ group: t('pages'), label: title, to }));
  const all = [
    pages,
    signedIn ? actions() : [],
    text === ''
      ? []
      : found(
          t('customers'),
          customers.map(({ customer }) => customer),
          toCustomer,
        ),
    text === ''
      ? []
      : found(
          t('items'),
          items.map(({ item }) => item),
          toItem,
        ),
    text === ''
      ? []
      : found(
          t('suppliers'),
          (stock?.items ?? []).map(({ supplier }) => supplier ?? ''),
          toItem,
        ),
  ];
  const options = all.flatMap((group) => group.filter(({ label }) => matches(label)).slice(0, MAX_OPTIONS));
  if (text === '' || !signedIn) return options;
  return [
    ...options,
    { group: t('sproutAi'), label: t('askSproutAi', { question: text }), to: askAssistantPath(text) },
  ];
}

const toCustomer = (name: string): string => withFilter(paths.customers, 'filter', name);
const toItem = (name: string): string => withFilter(paths.dashboard, 'recommendations-filter', name);

/** One option for each name. */
function found(group: string, names: readonly string[], to: (name: string) => string): PaletteOption[] {
  return [...new Set(names)].filter((name) => name !== '').map((label) => ({ group, label, to: to(label) }));
}

function actions(): PaletteOption[] {
  const group = t('actions');
  return [
    { group, label: t('createDraftOrders'), to: withFilter(paths.dashboard, 'ordering', 'accept') },
    { group, label: t('viewDraftOrders'), to: withFilter(paths.dashboard, 'ordering', 'drafts') },
    { group, label: t('editOrderingCosts'), to: withFilter(paths.dashboard, 'ordering', 'costs') },
    { group, label: t('viewSyncStatus'), to: paths.dataSync },
  ];
}
