/** What the command palette offers for a text. */
import type { Schemas } from '@sprout/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { apiQuery } from '@/api/queries';
import { useSignedIn } from '@/auth/session';
import { customerSegmentationQuery } from '@/features/customers/queries';
import { recommendationsQuery } from '@/features/purchasing/queries';
import { formatDay } from '@/lib/format';
import { askAssistantPath, paths, recordPath } from '@/lib/paths';
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

/** The server's limit of characters. */
const MAX_QUERY = 200;

/** Pages that make no sense without a link from an email, or once signed in. */
const HIDDEN_PAGES: readonly string[] = [
  paths.invitation,
  paths.resetPassword,
  paths.verifyEmail,
  paths.unsubscribe,
  paths.shared,
  paths.acknowledge,
  paths.forgotPassword,
  paths.register,
  paths.operator,
];

const withFilter = (path: string, parameter: string, text: string): string =>
  `${path}?${parameter}=${encodeURIComponent(text)}`;

export function usePaletteOptions(typed: string): PaletteOption[] {
  const signedIn = useSignedIn();
  // Visitors may not search; they find the names of the demo's pages.
  const visitor = { enabled: !signedIn };
  const customers = useQuery({ ...customerSegmentationQuery, ...visitor }).data?.data.customer_patterns ?? [];
  const stock = useQuery({ ...recommendationsQuery, ...visitor }).data?.data;
  const items = [...(stock?.items ?? []), ...(stock?.itemsWithoutReorderPoint ?? [])];
  const text = typed.trim();
  const asked = useDeferredValue(text);
  const hits = useQuery({
    ...apiQuery('/api/search', { params: { query: { q: asked.slice(0, MAX_QUERY), limit: MAX_OPTIONS } } }),
    enabled: signedIn && asked !== '',
    placeholderData: keepPreviousData,
  });
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
  const byLabel = [pages, signedIn ? actions() : [], ...(signedIn || text === '' ? [] : visitorNames())];
  const options = byLabel.flatMap((group) =>
    group.filter(({ label }) => matches(label)).slice(0, MAX_OPTIONS),
  );
  if (text === '') return options;
  return [
    ...options,
    ...(signedIn ? (hits.data?.items ?? []) : []).map(toRecord),
    { group: t('sproutAi'), label: t('askSproutAi', { question: text }), to: askAssistantPath(text) },
  ];

  function visitorNames(): PaletteOption[][] {
    return [
      found(
        t('customers'),
        customers.map(({ customer }) => customer),
        toCustomer,
      ),
      found(
        t('items'),
        items.map(({ item }) => item),
        toItem,
      ),
      found(
        t('suppliers'),
        (stock?.items ?? []).map(({ supplier }) => supplier ?? ''),
        toItem,
      ),
    ];
  }
}

function toRecord({ kind, id, name, detail, day }: Schemas['SearchHit']): PaletteOption {
  const groups = {
    customer: t('customers'),
    item: t('items'),
    supplier: t('suppliers'),
    location: t('locations'),
    order: t('orders'),
  };
  const more = day === undefined ? detail : formatDay(day);
  return {
    group: groups[kind],
    label: more === undefined || more === '' ? name : `${name} · ${more}`,
    to: recordPath(kind, id),
  };
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
