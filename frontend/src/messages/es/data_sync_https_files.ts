/** Spanish texts: data sync https files. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_https_files';

export const messages: Translation<typeof t> = {
  enterTheAddressOfAFile:
    'Introduzca la dirección https de un archivo CSV, un libro o un archivo Parquet, o el enlace de una hoja de Google que pueda ver cualquiera con el enlace. Deje en blanco las demás tablas.',
  moreTables: 'Más tablas',
  protectedFiles: 'Archivos protegidos',
  user: 'Usuario',
  blankForABearerToken: 'Déjelo en blanco para un token de portador.',
  passwordOrToken: 'Contraseña o token',
  onlyForFilesOfOneServer:
    'Se envía a un solo servidor. Se guarda cifrado y nunca se muestra: introdúzcalo de nuevo con cada cambio.',
};
