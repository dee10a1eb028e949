/** API queries of the assistant. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiBodyQuery, apiPagesQuery, apiQuery, unwrapData } from '@/api/queries';

type Ask = Schemas['AssistantQuery'];
export type OptionChoice = Schemas['OptionChoice'];
export type Answer = Schemas['AssistantAnswer'];
export type Part = Schemas['AnswerPart'];
export type Call = Schemas['AnswerCall'];
export type Fact = Schemas['AnswerFact'];
export type Table = Schemas['AnswerTable'];
export type Chart = Schemas['AnswerChart'];
export type Exchange = Schemas['ConversationMessage'];
export type Rating = Schemas['Rating'];
export type Feedback = Schemas['Feedback'];
export type FeedbackReason = Schemas['FeedbackReason'];
export type Suggestion = Schemas['Suggestion'];
export type ConversationSummary = Schemas['ConversationSummary'];

/** Conversations per page of the list. */
const PAGE_SIZE = 30;

export const suggestionsQuery = apiBodyQuery('/api/ai-bot/suggestions', {
  errorLog: 'Failed to load the suggestions',
});

export const assistantHealthQuery = apiQuery('/api/ai-bot/health', {
  errorLog: "Failed to check the assistant's health",
});

export const conversationsQuery = apiPagesQuery('/api/ai-bot/conversations', { limit: PAGE_SIZE });

/** The messages of a conversation. */
export const conversationQuery = (id: string) =>
  queryOptions({
    ...apiQuery('/api/ai-bot/conversations/{id}', { params: { path: { id } } }),
    // Messages added after opening are kept in the conversation state, so this is read once per opening and
    // not refetched.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Asks a question and waits for its answer. */
export async function askAssistant(ask: Ask, signal: AbortSignal): Promise<Answer> {
  return unwrapData(apiClient.POST('/api/ai-bot/query', { body: ask, signal }));
}

/** Rates an answer, replacing any earlier rating. */
export function sendFeedback(messageId: string, feedback: Feedback) {
  return unwrap(
    apiClient.POST('/api/ai-bot/messages/{id}/feedback', {
      params: { path: { id: messageId } },
      body: feedback,
    }),
  );
}

export function renameConversation(id: string, title: string) {
  return unwrap(
    apiClient.PATCH('/api/ai-bot/conversations/{id}', { params: { path: { id } }, body: { title } }),
  );
}

export function deleteConversation(id: string) {
  return unwrap(apiClient.DELETE('/api/ai-bot/conversations/{id}', { params: { path: { id } } }));
}
