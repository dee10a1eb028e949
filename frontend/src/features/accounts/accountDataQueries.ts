/** API calls that export the user's data and delete the account. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery } from '@/api/queries';
import { downloadText } from '@/lib/download';

/** Saves all data that Sprout stores about the user. */
export const useExportAccount = () =>
  useMutation({
    mutationFn: async () => {
      const { data } = await apiClient.GET('/api/account/export', { parseAs: 'text' });
      saveAccountExport(String(data));
    },
  });

/** Saves the file if it arrived completely. */
export function saveAccountExport(text: string): void {
  if (!text.includes('"complete": true')) throw new Error('The download was interrupted. Try again.');
  downloadText('sprout-account.json', 'application/json', text);
}

/** The user's organizations, to name those that are deleted with the account. */
export const accountOrganizationsQuery = apiQuery('/api/organizations');

/** Deletes the account. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: async (body: Schemas['AccountDeletion']) => {
      await unwrap(apiClient.DELETE('/api/account', { body }));
    },
  });
