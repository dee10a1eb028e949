/** Whether the server refuses what this tab asks for because the organization is suspended. */
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function useSuspended(): boolean {
  const answers = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // Answers also come and go while something is drawn, when nothing else may be drawn anew.
    (tell) => answers.subscribe(notifyManager.batchCalls(tell)),
    () =>
      answers
        .getAll()
        .some(({ state }) => (state.error as { code?: string } | null)?.code === 'organization_suspended'),
  );
}
