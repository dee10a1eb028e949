/** API queries of the location mapping. */
import type { Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

const LOCATIONS = '/api/purchasing/locations';

export const locationMappingQuery = queryOptions({ ...apiQuery(LOCATIONS), staleTime: 0 });

export function useSetLocations() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['LocationMappingInput']) => unwrapData(apiClient.PUT(LOCATIONS, { body })),
    onSuccess: async (mapping) => {
      queryClient.setQueryData(locationMappingQuery.queryKey, mapping);
      await invalidate(queryClient, '/api/purchasing/recommendations');
    },
  });
}
