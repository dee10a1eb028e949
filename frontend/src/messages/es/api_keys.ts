/** Spanish texts: API keys. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/api_keys';

export const messages: Translation<typeof t> = {
  keyCopied: 'Clave copiada.',
  yourBrowserBlockedCopyingSelectThe:
    'Su navegador bloqueó la copia. Seleccione la clave y cópiela manualmente.',
  created: '{name}: clave creada.',
  copyTheKeyNowAndStore: 'Copie la clave ahora y guárdela en un lugar seguro. No la volverá a ver.',
  apiKey: 'Clave de API {name}',
  apiReference: 'Referencia de la API',
  sendItInTheAuthorizationHeader: 'Envíela en el encabezado Authorization; nunca la ponga en una URL. {link}',
  copyKey: 'Copiar clave',
  done: 'Listo',
  thisKeyCanDoTheFollowing: 'Esta clave puede hacer lo siguiente mientras {createdBy} pueda hacerlo:',
  revokeKey: 'Revocar {name}',
  revoke: 'Revocar',
  anythingUsingThisKeyStopsWorking:
    'Todo lo que use esta clave deja de funcionar de inmediato. Esto no se puede deshacer.',
  name: 'Nombre',
  createdBy: 'Creada por',
  lastUsed: 'Último uso',
  never: 'Nunca',
  expires: 'Vence',
  expired: 'Vencida',
  inactiveItsCreatorLeftTheOrganization: 'Inactiva: quien la creó dejó la organización',
  apiKeys: 'Claves de API',
  letYourSoftwareAccessSproutA:
    'Dé a su software acceso a Sprout. Una clave no puede hacer más que la persona que la creó.',
  wasRevoked: 'Se revocó {name}.',
  newKey: 'Nueva clave',
  selectOnlyThePermissionsThatYour: 'Seleccione solo los permisos que su software necesita.',
  theKeysAreLoading: 'Cargando las claves',
  couldntLoadTheKeys: 'No se pudieron cargar las claves.',
  noApiKeysYetCreateOne: 'Aún no hay claves de API. Cree una abajo.',
  details: 'Detalles',
  aNameForTheSoftwareThat:
    'Un nombre para el software que la usa, como “Exportación nocturna de existencias”.',
  permissions: 'Permisos',
  couldntCreateTheKeyTryAgain: 'No se pudo crear la clave. Inténtelo de nuevo.',
  createKey: 'Crear clave',
  couldntRevokeTheKey: 'No se pudo revocar la clave. Sigue funcionando. Inténtelo de nuevo.',
  in90Days: 'En 90 días',
  in30Days: 'En 30 días',
  inAYear: 'En un año',
};
