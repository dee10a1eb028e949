/** German texts: weather settings of an organization. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/weather_settings';

export const messages: Translation<typeof t> = {
  weather: 'Wetter',
  subtitle:
    'Die Seite Einkauf zeigt das Wetter Ihrer Regionen nach Midwest, Plains, Southeast und Northeast.',
  couldntLoadTheWeatherSettings: 'Die Wettereinstellungen konnten nicht geladen werden.',
  theWeatherSettingsAreLoading: 'Die Wettereinstellungen werden geladen',
  regions: 'Eigene Regionen',
  noRegionsYet: 'Noch keine eigenen Regionen.',
  regionNumber: 'Region {number}',
  name: 'Name',
  latitude: 'Breitengrad',
  longitude: 'Längengrad',
  latitudeHelp: 'Grad Nord, zum Beispiel 41.8781',
  longitudeHelp: 'Grad Ost, zum Beispiel -93.0977',
  addRegion: 'Region hinzufügen',
  removeRegion: 'Region {number} entfernen',
  provider: 'Wetterdienst',
  useOwnProvider: 'Eigenen Wetterdienst verwenden',
  serverHasProvider: 'Ohne eigenen Wetterdienst kommt das Wetter vom Wetterdienst dieses Servers.',
  serverHasNoProvider:
    'Dieser Server hat keinen Wetterdienst. Richten Sie einen eigenen ein, um das Wetter zu sehen.',
  url: 'URL',
  urlHelp:
    'Die https-URL eines mit Open-Meteo kompatiblen Dienstes, zum Beispiel https://customer-api.open-meteo.com.',
  apiKey: 'API-Schlüssel',
  apiKeyHelp: 'Leer lassen, wenn der Dienst keinen Schlüssel braucht.',
  apiKeyIsSet:
    'Ein Schlüssel ist hinterlegt. Leer lassen, um ihn zu behalten. Eine URL auf einem anderen Server braucht ihren eigenen Schlüssel.',
  removeApiKey: 'API-Schlüssel entfernen',
  savingTestsTheProvider: 'Beim Speichern wird das Wetter einmal abgerufen, um den Dienst zu testen.',
  couldntSaveTheWeatherSettings:
    'Die Wettereinstellungen konnten nicht gespeichert werden. Versuchen Sie es erneut.',
  weatherSettingsSaved: 'Wettereinstellungen gespeichert.',
  saveWeatherSettings: 'Wettereinstellungen speichern',
  updatedBy: 'Geändert {at} von {by}',
};
