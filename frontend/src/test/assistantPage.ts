/** An assistant for component tests: records the questions, and answers when the test releases it. */
import type { Schemas } from '@sprout/client';
import { screen } from '@testing-library/react';
import { http, type JsonBodyType } from 'msw';
import { answer } from '@/features/assistant/answer.fixture';
import { apiUrl, server, success } from './server';

type Ask = Schemas['AssistantQuery'];

/** Answers every question with `given`, after `passed` resolves. Returns the recorded questions. */
export function answerQuestions(
  given: (ask: Ask) => Schemas['AssistantAnswer'] = () => answer,
  passed: Promise<void> = Promise.resolve(),
): Ask[] {
  const questions: Ask[] = [];
  server.use(
    http.post(apiUrl('/api/ai-bot/query'), async ({ request }) => {
      const ask = (await request.json()) as Ask;
      questions.push(ask);
      await passed;
      return success(given(ask) as unknown as JsonBodyType);
    }),
  );
  return questions;
}

export const input = () => screen.findByRole('textbox', { name: 'Ask Sprout AI' });
export const send = () => screen.findByRole('button', { name: 'Send' });
/** The messages, starting with the greeting. */
export const messages = (): HTMLElement[] => [
  ...screen.getByRole('log').querySelectorAll<HTMLElement>('[data-message]'),
];
