/** The questions that one press asks, and how long a typed one may be. */

/** The server takes no longer question. */
export const MAX_QUESTION_LENGTH = 2000;

/** Asked as they read. */
export const QUICK_PROMPTS = ['Low Stock Items', 'Market Trends', 'Top Products', 'Sales Insights'] as const;

/** Quick actions that ask, with the words they ask in. */
export const ASKING_ACTIONS = [
  { label: 'Generate Report', question: 'Make an overview report' },
  { label: 'Reorder Recommendations', question: 'What should I reorder?' },
  { label: 'Customer Insights', question: 'Which customers should I call?' },
] as const;

/** What a click on a suggestion asks. */
export const askAboutSuggestion = (title: string): string => `Tell me more about: ${title}`;

/** A question as it is sent; nothing where there is nothing to ask. */
export function normalizeQuestion(typed: string): string | undefined {
  const question = typed.trim().slice(0, MAX_QUESTION_LENGTH);
  return question === '' ? undefined : question;
}
