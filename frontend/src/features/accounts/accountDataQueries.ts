/** Everything about the user as a file, and the end of one’s account, through the API. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery } from '@/api/queries';
import { downloadText } from '@/lib/download';

/** Saves everything that Sprout keeps of the person. */
export const useExportAccount = () =>
  useMutation({
    mutationFn: async () => {
      const { data } = await apiClient.GET('/api/account/export', { parseAs: 'text' });
      saveAccountExport(String(data));
    },
  });

/** Saves the file, where it came whole. */
export function saveAccountExport(text: string): void {
  if (!text.includes('"complete": true')) throw new Error('The download was interrupted. Try again.');
  downloadText('sprout-account.json', 'application/json', text);
}

/** Where the person belongs, to name what goes along. */
export const accountOrganizationsQuery = apiQuery('/api/organizations');

/** Deletes the account. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: async (body: Schemas['AccountDeletion']) => {
      await unwrap(apiClient.DELETE('/api/account', { body }));
    },
  });
