/** Every address that the app links to. Their aliases are in the route table in `app/routes.tsx`. */
export const paths = {
  dashboard: '/',
  customers: '/purchase-patterns',
  calls: '/calls',
  market: '/market-trends',
  assistant: '/ai-bot',
  assistantSimple: '/ai-bot-simple',
  dataSync: '/data-sync',
  methods: '/methods',
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
