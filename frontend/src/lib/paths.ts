/** Every address that the app links to. Their aliases are in the route table in `app/routes.tsx`. */
export const paths = {
  dashboard: '/',
  customers: '/purchase-patterns',
  calls: '/calls',
  stock: '/stock',
  market: '/market-trends',
  assistant: '/ai-bot',
  assistantSimple: '/ai-bot-simple',
  dataSync: '/data-sync',
  explore: '/explore',
  methods: '/methods',
  notifications: '/notifications',
  test: '/test',
  account: '/account',
  organization: '/organization',
  operator: '/operator',
  invitation: '/invitation',
  signIn: '/sign-in',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  shared: '/shared',
  acknowledge: '/acknowledge',
} as const;

/** The sign-in page that returns to `here` afterwards. */
export function signInPath(here: string): string {
  return here === paths.dashboard ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(here)}`;
}

/** The chat with a question that is asked once. */
export function askAssistantPath(question: string): string {
  return `${paths.assistant}?ask=${encodeURIComponent(question)}`;
}

/** The list of rejected rows of one sync run. */
export function rejectsPath(runId: string): string {
  return `${paths.dataSync}?rejects=${encodeURIComponent(runId)}`;
}

/** The pages of single records: a customer, item, supplier, order or location. */
const recordPaths = {
  customer: '/customers',
  item: '/items',
  supplier: '/suppliers',
  order: '/orders',
  location: '/locations',
} as const;

export type RecordKind = keyof typeof recordPaths;

/** The page of one record. */
export const recordPath = (kind: RecordKind, id: string): string =>
  `${recordPaths[kind]}/${encodeURIComponent(id)}`;

/** The kind of record that an address is the page of, and its ID. The paths without an ID are not pages. */
export function parseRecordPath(pathname: string): { kind: RecordKind; id: string } | undefined {
  const [, first = '', rest = '', ...more] = pathname.split('/');
  const kind = (Object.keys(recordPaths) as RecordKind[]).find((each) => recordPaths[each] === `/${first}`);
  if (kind === undefined || rest === '' || more.length > 0) return undefined;
  try {
    return { kind, id: decodeURIComponent(rest) };
  } catch {
    return undefined;
  }
}
