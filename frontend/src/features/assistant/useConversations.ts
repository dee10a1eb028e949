/** The user’s conversations: paged, renamed and deleted. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '@/api/queries';
import { conversationsQuery, deleteConversation, renameConversation } from './queries';

export function useConversations() {
  return useInfiniteQuery(conversationsQuery);
}

export function useRenameConversation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => renameConversation(id, title),
    onSuccess: () => invalidate(queryClient, '/api/ai-bot/conversations'),
  });
}

/** `onDeleted` is called before the list is refetched, which removes the row. */
export function useDeleteConversation(onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteConversation,
    onSuccess: () => {
      onDeleted();
      return invalidate(queryClient, '/api/ai-bot/conversations');
    },
  });
}
