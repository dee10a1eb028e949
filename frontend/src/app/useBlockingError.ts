/** Which of these refusals of the server this tab has met, if any: the first of them. */
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function useBlockingError(codes: readonly string[]): string | undefined {
  const answers = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // Answers also come and go while something is drawn, when nothing else may be drawn again.
    (tell) => answers.subscribe(notifyManager.batchCalls(tell)),
    () => {
      const met = answers.getAll().map(({ state }) => (state.error as { code?: string } | null)?.code);
      return codes.find((code) => met.includes(code));
    },
  );
}
