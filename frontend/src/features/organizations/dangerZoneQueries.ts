/** API calls that export and delete an organization. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation } from '@tanstack/react-query';
import { apiClient } from '@/api/client';

/**
 * Requests a single-use token and lets the browser save the export, which may be too large for the page's
 * memory.
 */
export const useExportOrganization = (id: string) =>
  useMutation({
    mutationFn: async (body: Schemas['ExportRequest']) => {
      const made = await unwrap(
        apiClient.POST('/api/organizations/{id}/export', { params: { path: { id } }, body }),
      );
      submitDownloadForm({ token: made.data.token });
    },
  });

/** A form post keeps the token out of URLs. The response is a download, so the page stays open. */
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

/** Deletes the current organization. */
export const useDeleteOrganization = (id: string) =>
  useMutation({
    mutationFn: async (body: Schemas['OrganizationDeletion']) => {
      await unwrap(apiClient.DELETE('/api/organizations/{id}', { params: { path: { id } }, body }));
    },
  });
