import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const oauthIntegrationsSpanish: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'Integraciones OAuth',
    hint: 'Proveedores que dan a cada usuario un token propio, con el que se leen los orígenes de datos.',
    unloaded: 'No se pudieron cargar las integraciones',
    none: 'Aún no hay integraciones',
    noneText: 'Registre un proveedor y cada usuario leerá los orígenes de datos en su propio nombre.',
    create: 'Nueva integración',
    actionsFor: 'Acciones de {{name}}',
    column: {
      name: 'Nombre',
      provider: 'Proveedor',
      hosts: 'Orígenes de datos',
      actions: 'Acciones',
    },
    noHosts: 'Ninguno',
    form: {
      create: 'Nueva integración',
      edit: 'Editar {{name}}',
      name: 'Nombre',
      nameHint: 'Los orígenes de datos se refieren a ella con CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Dirección de autorización',
      tokenUrl: 'Dirección de tokens',
      revocationUrl: 'Dirección de revocación',
      revocationHint: 'Dónde terminan los tokens cuando un usuario se desconecta. Puede dejarse vacía.',
      redirectUri: 'Dirección de retorno',
      redirectHint: 'Regístrela en el proveedor tal como está aquí.',
      clientId: 'Id. de cliente',
      clientSecret: 'Secreto de cliente',
      secretHint: 'Nunca se muestra. Déjelo vacío para conservar el que hay.',
      scopes: 'Ámbitos',
      scopesHint: 'Separados por espacios, como offline_access.',
      hosts: 'Servidores de los orígenes de datos',
      hostsHint: 'Los tokens solo se envían a estos servidores; separados por espacios.',
      issuer: 'Emisor',
      issuerHint: 'Donde el proveedor se nombra de otro modo que por la dirección de autorización.',
    },
    delete: {
      title: '¿Eliminar {{name}}?',
      text: 'Todos los usuarios quedan desconectados y se rechazan los orígenes de datos que se refieren a ella.',
    },
  },
};
