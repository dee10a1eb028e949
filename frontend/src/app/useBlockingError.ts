/** The first of these error codes that the server has returned in this tab, if any. */
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function useBlockingError(codes: readonly string[]): string | undefined {
  const answers = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // The query cache also changes during rendering, when React forbids updates of other components.
    (tell) => answers.subscribe(notifyManager.batchCalls(tell)),
    () => {
      const met = answers.getAll().map(({ state }) => (state.error as { code?: string } | null)?.code);
      return codes.find((code) => met.includes(code));
    },
  );
}
