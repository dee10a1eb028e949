/** English texts: weather settings of an organization. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('weather_settings', {
  weather: 'Weather',
  subtitle:
    'The Supply page shows the weather of your regions after Midwest, Plains, Southeast and Northeast.',
  couldntLoadTheWeatherSettings: 'Couldn’t load the weather settings.',
  theWeatherSettingsAreLoading: 'The weather settings are loading',
  regions: 'Your regions',
  noRegionsYet: 'No regions of your own yet.',
  regionNumber: 'Region {number}',
  name: 'Name',
  latitude: 'Latitude',
  longitude: 'Longitude',
  latitudeHelp: 'Degrees north, such as 41.8781',
  longitudeHelp: 'Degrees east, such as -93.0977',
  addRegion: 'Add region',
  removeRegion: 'Remove region {number}',
  provider: 'Weather provider',
  useOwnProvider: 'Use your own weather provider',
  serverHasProvider: 'Without your own provider, the weather comes from the provider of this server.',
  serverHasNoProvider: 'This server has no weather provider. Set your own to see weather.',
  url: 'URL',
  urlHelp:
    'The https URL of a service compatible with Open-Meteo, such as https://customer-api.open-meteo.com.',
  apiKey: 'API key',
  apiKeyHelp: 'Leave blank if the service needs no key.',
  apiKeyIsSet: 'A key is set. Leave blank to keep it. A URL on another server needs its own key.',
  removeApiKey: 'Remove the API key',
  savingTestsTheProvider: 'Saving requests the weather once to test the provider.',
  couldntSaveTheWeatherSettings: 'Couldn’t save the weather settings. Try again.',
  weatherSettingsSaved: 'Weather settings saved.',
  saveWeatherSettings: 'Save weather settings',
  updatedBy: 'Changed {at} by {by}',
});
