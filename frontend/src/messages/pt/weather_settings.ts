/** Portuguese texts: weather settings of an organization. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/weather_settings';

export const messages: Translation<typeof t> = {
  weather: 'Clima',
  subtitle:
    'A página Suprimentos mostra o clima das suas regiões depois de Midwest, Plains, Southeast e Northeast.',
  couldntLoadTheWeatherSettings: 'Não foi possível carregar as configurações de clima.',
  theWeatherSettingsAreLoading: 'Carregando as configurações de clima',
  regions: 'Suas regiões',
  noRegionsYet: 'Ainda não há regiões próprias.',
  regionNumber: 'Região {number}',
  name: 'Nome',
  latitude: 'Latitude',
  longitude: 'Longitude',
  latitudeHelp: 'Graus norte, por exemplo 41.8781',
  longitudeHelp: 'Graus leste, por exemplo -93.0977',
  addRegion: 'Adicionar região',
  removeRegion: 'Remover região {number}',
  provider: 'Provedor de clima',
  useOwnProvider: 'Usar seu próprio provedor de clima',
  serverHasProvider: 'Sem provedor próprio, o clima vem do provedor deste servidor.',
  serverHasNoProvider: 'Este servidor não tem provedor de clima. Defina o seu para ver o clima.',
  url: 'URL',
  urlHelp:
    'A URL https de um serviço compatível com o Open-Meteo, por exemplo https://customer-api.open-meteo.com.',
  apiKey: 'Chave de API',
  apiKeyHelp: 'Deixe em branco se o serviço não precisar de chave.',
  apiKeyIsSet:
    'Há uma chave salva. Deixe em branco para mantê-la. Uma URL de outro servidor precisa da própria chave.',
  removeApiKey: 'Remover a chave de API',
  savingTestsTheProvider: 'Ao salvar, o clima é solicitado uma vez para testar o provedor.',
  couldntSaveTheWeatherSettings: 'Não foi possível salvar as configurações de clima. Tente novamente.',
  weatherSettingsSaved: 'Configurações de clima salvas.',
  saveWeatherSettings: 'Salvar configurações de clima',
  updatedBy: 'Alterado {at} por {by}',
};
