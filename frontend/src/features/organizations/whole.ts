/** All of an organization as a file, and its end, as the API has them. */
import { answer, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { sprout } from '@/api/client';

/** Asks for a link that works once, and hands it to the browser: the file may be larger than the page could hold. */
export const useExport = (id: string) =>
  useMutation({
    mutationFn: async (body: Schemas['ExportRequest']) => {
      const made = await answer(
        sprout.POST('/api/organizations/{id}/export', { params: { path: { id } }, body }),
      );
      const link = document.createElement('a');
      link.href = made.data.path;
      link.click();
    },
  });

/** Deletes the organization that is worked in. */
export const useDeleteOrganization = (id: string) =>
  useMutation({
    mutationFn: async (body: Schemas['OrganizationEnd']) => {
      await answer(sprout.DELETE('/api/organizations/{id}', { params: { path: { id } }, body }));
    },
  });
