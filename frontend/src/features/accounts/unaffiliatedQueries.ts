/** API calls for a user without an organization, who has no session. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { unwrapData } from '@/api/queries';
import { beginSession } from '@/auth/session';
import { saveAccountExport } from './accountDataQueries';

/** The user's pending invitations. */
export const usePendingInvitations = () =>
  useMutation({
    mutationFn: (body: Schemas['UnaffiliatedCredentials']) =>
      unwrapData(apiClient.POST('/api/auth/unaffiliated/invitations', { body })),
  });

/** Accepts an invitation and opens a session in that organization. */
export const useAcceptPendingInvitation = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: Schemas['UnaffiliatedCredentials'] }) =>
      unwrapData(
        apiClient.POST('/api/auth/unaffiliated/invitations/{id}/accept', { params: { path: { id } }, body }),
      ),
    onSuccess: (session) => beginSession(session.token),
  });

/** Saves all data that Sprout stores about the user. */
export const useExportUnaffiliatedAccount = () =>
  useMutation({
    mutationFn: async (body: Schemas['UnaffiliatedCredentials']) => {
      const { data } = await apiClient.POST('/api/auth/unaffiliated/export-account', {
        body,
        parseAs: 'text',
      });
      saveAccountExport(String(data));
    },
  });

/** Deletes the account. */
export const useDeleteUnaffiliatedAccount = () =>
  useMutation({
    mutationFn: async (body: Schemas['UnaffiliatedCredentials']) => {
      await unwrap(apiClient.POST('/api/auth/unaffiliated/delete-account', { body }));
    },
  });
