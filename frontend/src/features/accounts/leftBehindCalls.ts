/** What somebody without an organization, and so without a session, asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { beginSession } from '@/auth/session';
import { saveOwnData } from './ownData';

/** The invitations that wait for the person. */
export const useWaitingInvitations = () =>
  useMutation({
    mutationFn: async (body: Schemas['LeftBehind']) =>
      (await answer(sprout.POST('/api/auth/left-behind/invitations', { body }))).data,
  });

/** Joins the organization that invites, and opens a session there. */
export const useAcceptWaiting = () =>
  useMutation({
    mutationFn: async ({ id, body }: { id: string; body: Schemas['LeftBehind'] }) =>
      (
        await answer(
          sprout.POST('/api/auth/left-behind/invitations/{id}/accept', { params: { path: { id } }, body }),
        )
      ).data,
    onSuccess: (session) => beginSession(session.token),
  });

/** Saves everything that Sprout keeps of the person. */
export const useLeftBehindData = () =>
  useMutation({
    mutationFn: async (body: Schemas['LeftBehind']) => {
      const { data } = await sprout.POST('/api/auth/left-behind/export-account', { body, parseAs: 'text' });
      saveOwnData(String(data));
    },
  });

/** Deletes the account. */
export const useDeleteLeftBehind = () =>
  useMutation({
    mutationFn: async (body: Schemas['LeftBehind']) => {
      await answer(sprout.POST('/api/auth/left-behind/delete-account', { body }));
    },
  });
