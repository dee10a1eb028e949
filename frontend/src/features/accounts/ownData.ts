/** Everything about oneself as a file, and the end of one’s account, as the API has them. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { downloadText } from '@/lib/download';

/** Saves everything that Sprout keeps of the person. */
export const useOwnData = () =>
  useMutation({
    mutationFn: async () => {
      const { data } = await sprout.GET('/api/account/export', { parseAs: 'text' });
      saveOwnData(String(data));
    },
  });

/** Saves the file, where it came whole. */
export function saveOwnData(text: string): void {
  if (!text.includes('"complete": true')) throw new Error('The file broke off on its way. Try again.');
  downloadText('sprout-account.json', 'application/json', text);
}

/** Where the person belongs, to name what goes along. */
export const ownOrganizations = queryOptions({
  queryKey: ['/api/organizations'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/organizations', { signal }))).data,
});

/** Deletes the account. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: async (body: Schemas['AccountEnd']) => {
      await answer(sprout.DELETE('/api/account', { body }));
    },
  });
