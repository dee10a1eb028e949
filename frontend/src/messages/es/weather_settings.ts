/** Spanish texts: weather settings of an organization. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/weather_settings';

export const messages: Translation<typeof t> = {
  weather: 'Clima',
  subtitle:
    'La página Suministro muestra el clima de sus regiones después de Midwest, Plains, Southeast y Northeast.',
  couldntLoadTheWeatherSettings: 'No se pudo cargar la configuración del clima.',
  theWeatherSettingsAreLoading: 'Cargando la configuración del clima',
  regions: 'Sus regiones',
  noRegionsYet: 'Todavía no hay regiones propias.',
  regionNumber: 'Región {number}',
  name: 'Nombre',
  latitude: 'Latitud',
  longitude: 'Longitud',
  latitudeHelp: 'Grados norte, por ejemplo 41.8781',
  longitudeHelp: 'Grados este, por ejemplo -93.0977',
  addRegion: 'Añadir región',
  removeRegion: 'Quitar región {number}',
  provider: 'Proveedor meteorológico',
  useOwnProvider: 'Usar su propio proveedor meteorológico',
  serverHasProvider: 'Sin proveedor propio, el clima viene del proveedor de este servidor.',
  serverHasNoProvider: 'Este servidor no tiene proveedor meteorológico. Configure el suyo para ver el clima.',
  url: 'URL',
  urlHelp:
    'La URL https de un servicio compatible con Open-Meteo, por ejemplo https://customer-api.open-meteo.com.',
  apiKey: 'Clave de API',
  apiKeyHelp: 'Déjela en blanco si el servicio no necesita clave.',
  apiKeyIsSet:
    'Hay una clave guardada. Déjela en blanco para conservarla. Una URL de otro servidor necesita su propia clave.',
  removeApiKey: 'Quitar la clave de API',
  savingTestsTheProvider: 'Al guardar se solicita el clima una vez para probar el proveedor.',
  couldntSaveTheWeatherSettings: 'No se pudo guardar la configuración del clima. Inténtelo de nuevo.',
  weatherSettingsSaved: 'Configuración del clima guardada.',
  saveWeatherSettings: 'Guardar configuración del clima',
  updatedBy: 'Cambiado {at} por {by}',
};
