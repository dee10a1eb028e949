/** The one-click questions, and the length limit of typed ones. The server answers English questions. */
import { t } from '@/messages/en/assistant';

/** Maximum length of a question on the server. */
export const MAX_QUESTION_LENGTH = 2000;

/** Sent exactly as displayed. */
export const QUICK_PROMPTS = ['Low Stock Items', 'Market Trends', 'Top Products', 'Sales Insights'] as const;

/** Quick actions with the questions that they ask. */
export const ASKING_ACTIONS = [
  {
    get label() {
      return t('generateReport');
    },
    question: 'Make an overview report',
  },
  {
    get label() {
      return t('reorderRecommendations');
    },
    question: 'What should I reorder?',
  },
  {
    get label() {
      return t('customerInsights');
    },
    question: 'Which customers should I call?',
  },
] as const;

/** The question that a click on a suggestion asks. */
export const askAboutSuggestion = (title: string): string => `Tell me more about: ${title}`;

/** The question as it is sent, or undefined if it is empty. */
export function normalizeQuestion(typed: string): string | undefined {
  const question = typed.trim().slice(0, MAX_QUESTION_LENGTH);
  return question === '' ? undefined : question;
}

/** The follow-up about another measure. A measure alone would be a new question. */
export const askAboutMeasure = (measure: string): string => `What about ${measure}`;
