/** What someone without an organization, and so without a session, asks of the API. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { unwrapData } from '@/api/queries';
import { beginSession } from '@/auth/session';
import { saveAccountExport } from './accountDataQueries';

/** The invitations that wait for the person. */
export const usePendingInvitations = () =>
  useMutation({
    mutationFn: (body: Schemas['UnaffiliatedCredentials']) =>
      unwrapData(apiClient.POST('/api/auth/unaffiliated/invitations', { body })),
  });

/** Joins the organization that invites, and opens a session there. */
export const useAcceptPendingInvitation = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: Schemas['UnaffiliatedCredentials'] }) =>
      unwrapData(
        apiClient.POST('/api/auth/unaffiliated/invitations/{id}/accept', { params: { path: { id } }, body }),
      ),
    onSuccess: (session) => beginSession(session.token),
  });

/** Saves everything that Sprout keeps of the person. */
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
