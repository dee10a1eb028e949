/** What the assistant asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { logged } from '@/api/query';

export type Ask = Schemas['Ask'];
export type OptionChoice = Schemas['OptionChoice'];
export type Answer = Schemas['AssistantAnswer'];
export type Call = Schemas['AnswerCall'];
export type Fact = Schemas['AnswerFact'];
export type Table = Schemas['AnswerTable'];
export type Chart = Schemas['AnswerChart'];
export type Exchange = Schemas['Exchange'];
export type Rating = Schemas['Rating'];
export type Feedback = Schemas['Feedback'];
export type FeedbackReason = Schemas['FeedbackReason'];
export type Suggestion = Schemas['Suggestion'];
export type ConversationSummary = Schemas['ConversationSummary'];

/** Conversations on a page of the list. */
const PAGE = 30;

export const suggestionList = queryOptions({
  queryKey: ['/api/ai-bot/suggestions'],
  queryFn: ({ signal }) =>
    logged('Failed to load the suggestions', answer(sprout.GET('/api/ai-bot/suggestions', { signal }))),
});

export const assistantHealth = queryOptions({
  queryKey: ['/api/ai-bot/health'],
  queryFn: async ({ signal }) =>
    (
      await logged(
        "Failed to check the assistant's health",
        answer(sprout.GET('/api/ai-bot/health', { signal })),
      )
    ).data,
});

export const conversationList = infiniteQueryOptions({
  queryKey: ['/api/ai-bot/conversations'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/ai-bot/conversations', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
});

/** What was said in a conversation. */
export const conversation = (id: string) =>
  queryOptions({
    queryKey: ['/api/ai-bot/conversations/{id}', id],
    queryFn: async ({ signal }) =>
      (await answer(sprout.GET('/api/ai-bot/conversations/{id}', { params: { path: { id } }, signal }))).data,
    // What is said after it was opened is kept beside it: read once each time it is opened, and never meanwhile.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Asks a question and waits for its answer. */
export async function answerTo(ask: Ask, signal: AbortSignal): Promise<Answer> {
  return (await answer(sprout.POST('/api/ai-bot/query', { body: ask, signal }))).data;
}

/** Says what one thinks of an answer; a later one replaces an earlier one. */
export function rate(messageId: string, feedback: Feedback) {
  return answer(
    sprout.POST('/api/ai-bot/messages/{id}/feedback', {
      params: { path: { id: messageId } },
      body: feedback,
    }),
  );
}

export function renameConversation(id: string, title: string) {
  return answer(
    sprout.PATCH('/api/ai-bot/conversations/{id}', { params: { path: { id } }, body: { title } }),
  );
}

export function deleteConversation(id: string) {
  return answer(sprout.DELETE('/api/ai-bot/conversations/{id}', { params: { path: { id } } }));
}
