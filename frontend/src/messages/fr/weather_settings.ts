/** French texts: weather settings of an organization. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/weather_settings';

export const messages: Translation<typeof t> = {
  weather: 'Météo',
  subtitle:
    'La page Approvisionnement affiche la météo de vos régions après Midwest, Plains, Southeast et Northeast.',
  couldntLoadTheWeatherSettings: 'Impossible de charger les paramètres météo.',
  theWeatherSettingsAreLoading: 'Chargement des paramètres météo',
  regions: 'Vos régions',
  noRegionsYet: 'Aucune région personnelle pour le moment.',
  regionNumber: 'Région {number}',
  name: 'Nom',
  latitude: 'Latitude',
  longitude: 'Longitude',
  latitudeHelp: 'Degrés nord, par exemple 41.8781',
  longitudeHelp: 'Degrés est, par exemple -93.0977',
  addRegion: 'Ajouter une région',
  removeRegion: 'Retirer la région {number}',
  provider: 'Fournisseur météo',
  useOwnProvider: 'Utiliser votre propre fournisseur météo',
  serverHasProvider: 'Sans fournisseur propre, la météo provient du fournisseur de ce serveur.',
  serverHasNoProvider: 'Ce serveur n’a pas de fournisseur météo. Définissez le vôtre pour voir la météo.',
  url: 'URL',
  urlHelp:
    'L’URL https d’un service compatible avec Open-Meteo, par exemple https://customer-api.open-meteo.com.',
  apiKey: 'Clé d’API',
  apiKeyHelp: 'Laissez vide si le service ne demande pas de clé.',
  apiKeyIsSet:
    'Une clé est enregistrée. Laissez vide pour la conserver. Une URL sur un autre serveur demande sa propre clé.',
  removeApiKey: 'Retirer la clé d’API',
  savingTestsTheProvider: 'L’enregistrement demande la météo une fois pour tester le fournisseur.',
  couldntSaveTheWeatherSettings: 'Impossible d’enregistrer les paramètres météo. Réessayez.',
  weatherSettingsSaved: 'Paramètres météo enregistrés.',
  saveWeatherSettings: 'Enregistrer les paramètres météo',
  updatedBy: 'Modifié {at} par {by}',
};
