/** API calls that send orders to suppliers. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { pageFetcher } from '@/api/pageFetcher';
import { apiBodyQuery, apiPagesQuery, apiQuery, invalidate, unwrapData } from '@/api/queries';

const DRAFTS = '/api/purchasing/drafts';
const PREVIEW = '/api/purchasing/drafts/{id}/email';
const CONTACTS = '/api/purchasing/supplier-contacts';
const DRAFT = '/api/purchasing/drafts/{id}';
const AFFECTED = '/api/purchasing/drafts/{id}/affected-customers';
/** Bookings per page. */
const PAGE_ROWS = 50;
/** The most that the server has in a page. */
const FILE_PAGE_ROWS = 200;

export type OrderEmail = Schemas['OrderEmail'];

export const orderEmailPreviewQuery = (id: string) => ({
  ...apiQuery(PREVIEW, { params: { path: { id } } }),
  staleTime: 0,
});

export type AffectedBooking = Schemas['AffectedBookingLine'];

/** Where orders to a supplier are sent. */
export const supplierContactQuery = (supplierId: string) =>
  apiQuery(CONTACTS, { params: { query: { supplierId } } });

/** A draft or placed order. */
export const draftOrderQuery = (id: string) => ({
  ...apiBodyQuery(DRAFT, { params: { path: { id } } }),
  staleTime: 0,
  retry: false,
});

/** The bookings that an order no longer meets in time, page by page. */
export const affectedCustomersQuery = (id: string) =>
  apiPagesQuery(AFFECTED, { limit: PAGE_ROWS, params: { path: { id } } });

export const affectedCustomersFetcher = (id: string) =>
  pageFetcher(AFFECTED, { limit: FILE_PAGE_ROWS, path: { id } });

export function useSendOrder(id: string) {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Schemas['OrderEmailInput']) =>
      once(body, (header) =>
        unwrapData(
          apiClient.POST('/api/purchasing/drafts/{id}/send', { params: { path: { id }, header }, body }),
        ),
      ),
    // After a failure too: the address may have changed, or someone else may have sent it.
    onSettled: () => invalidate(queryClient, DRAFTS, DRAFT, PREVIEW),
  });
}

export function useSetSupplierContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['SupplierContactInput']) => unwrap(apiClient.PUT(CONTACTS, { body })),
    onSettled: () => invalidate(queryClient, PREVIEW, CONTACTS),
  });
}
