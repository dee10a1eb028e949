/** API queries of the organization's weather regions and weather provider. */
import type { Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

const SETTINGS = '/api/market/weather-settings';

export type WeatherSettings = Schemas['WeatherSettings'];

export const weatherSettingsQuery = apiQuery(SETTINGS);

/** Replaces the settings. Refetches the weather of the Supply page. */
export function useSetWeatherSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['WeatherSettingsInput']) => unwrapData(apiClient.PUT(SETTINGS, { body })),
    onSuccess: async (set) => {
      queryClient.setQueryData(weatherSettingsQuery.queryKey, set);
      await invalidate(queryClient, '/api/market/overview');
    },
  });
}
