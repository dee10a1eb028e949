/** One's own conversations: read page by page, renamed, deleted. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { conversationList, deleteConversation, renameConversation } from './queries';

export function useConversations() {
  return useInfiniteQuery(conversationList);
}

export function useRenameConversation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => renameConversation(id, title),
    onSuccess: () => cache.invalidateQueries({ queryKey: conversationList.queryKey }),
  });
}

/** `onDeleted` is called before the list is read anew, which takes the row away. */
export function useDeleteConversation(onDeleted: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deleteConversation,
    onSuccess: () => {
      onDeleted();
      return cache.invalidateQueries({ queryKey: conversationList.queryKey });
    },
  });
}
