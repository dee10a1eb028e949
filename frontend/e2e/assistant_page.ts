/** Page object of the Sprout AI page, by visible names. */
import { expect, type Locator, type Page } from '@playwright/test';

export const FALLBACK = 'Sorry, I encountered an error while processing your request. Please try again.';
export const QUERY = '**/api/ai-bot/query';

interface AssistantPage {
  input: Locator;
  send: Locator;
  thinking: Locator;
  health: Locator;
  /** Questions, oldest first. */
  questions: Locator;
  /** The assistant's messages, starting with the greeting. */
  replies: Locator;
  /** The latest reply. */
  reply: Locator;
  suggestions: Locator;
  button: (name: string) => Locator;
  /** Types a question, sends it, and waits for the reply. */
  ask: (question: string) => Promise<void>;
}

export function assistantPage(page: Page): AssistantPage {
  const log = page.getByRole('log', { name: 'Messages' });
  const input = page.getByRole('textbox', { name: 'Ask Sprout AI' });
  const questions = log.locator('[data-message=user]');
  const replies = log.locator('[data-message=bot]');
  return {
    input,
    send: page.getByRole('button', { name: 'Send', exact: true }),
    thinking: page.getByText('Sprout AI is thinking...'),
    health: page.getByRole('status', { name: 'Health' }),
    questions,
    replies,
    reply: replies.last(),
    suggestions: page.getByRole('region', { name: 'AI Suggestions' }),
    button: (name) => page.getByRole('button', { name, exact: true }),
    ask: async (question) => {
      await expect(replies.first()).toBeVisible();
      const before = await replies.count();
      await input.fill(question);
      await input.press('Enter');
      await expect(replies).toHaveCount(before + 1);
    },
  };
}
