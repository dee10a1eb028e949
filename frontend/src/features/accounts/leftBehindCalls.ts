/** What somebody without an organization, and so without a session, asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { saveOwnData } from './ownData';

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
