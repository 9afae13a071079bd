import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const oauthIntegrationsSwedish: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'OAuth-integrationer',
    hint: 'Leverantörer som ger varje användare en egen token, med vilken datakällor läses.',
    unloaded: 'Integrationerna kunde inte läsas in',
    none: 'Inga integrationer än',
    noneText: 'Registrera en leverantör, så läser varje användare datakällor i eget namn.',
    create: 'Ny integration',
    actionsFor: 'Åtgärder för {{name}}',
    column: {
      name: 'Namn',
      provider: 'Leverantör',
      hosts: 'Datakällor',
      actions: 'Åtgärder',
    },
    noHosts: 'Inga',
    form: {
      create: 'Ny integration',
      edit: 'Redigera {{name}}',
      name: 'Namn',
      nameHint: 'Datakällor hänvisar till den med CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Auktoriseringsadress',
      tokenUrl: 'Tokenadress',
      revocationUrl: 'Återkallningsadress',
      revocationHint: 'Där token upphör när en användare kopplar från. Kan lämnas tom.',
      redirectUri: 'Omdirigeringsadress',
      redirectHint: 'Registrera den hos leverantören så som den står här.',
      clientId: 'Klient-id',
      clientSecret: 'Klienthemlighet',
      secretHint: 'Den visas aldrig. Lämna tomt för att behålla den som finns.',
      scopes: 'Omfattningar',
      scopesHint: 'Åtskilda med blanksteg, till exempel offline_access.',
      hosts: 'Datakällornas värdar',
      hostsHint: 'Token skickas bara till dessa värdar; åtskilda med blanksteg.',
      issuer: 'Utfärdare',
      issuerHint: 'Om leverantören kallar sig något annat än auktoriseringsadressen.',
    },
    delete: {
      title: 'Ta bort {{name}}?',
      text: 'Alla användare kopplas från, och datakällor som hänvisar till den avvisas.',
    },
  },
};
