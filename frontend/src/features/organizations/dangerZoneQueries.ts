/** All of an organization as a file, and its end, through the API. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { apiClient } from '@/api/client';

/** Asks for a token that works once, and has the browser save what it is for: the file may be larger than the page could hold. */
export const useExportOrganization = (id: string) =>
  useMutation({
    mutationFn: async (body: Schemas['ExportRequest']) => {
      const made = await unwrap(
        apiClient.POST('/api/organizations/{id}/export', { params: { path: { id } }, body }),
      );
      submitDownloadForm({ token: made.data.token });
    },
  });

/** A form keeps the token out of every address. The answer is a file to save, so the page stays. */
function submitDownloadForm({ token }: Schemas['ExportDownload']) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/api/organization-exports/download';
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'token';
  field.value = token;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Deletes the organization that is worked in. */
export const useDeleteOrganization = (id: string) =>
  useMutation({
    mutationFn: async (body: Schemas['OrganizationDeletion']) => {
      await unwrap(apiClient.DELETE('/api/organizations/{id}', { params: { path: { id } }, body }));
    },
  });
