import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const oauthIntegrationsNorwegian: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'OAuth-integrasjoner',
    hint: 'Leverandører som gir hver bruker en egen token, som datakilder leses med.',
    unloaded: 'Integrasjonene kunne ikke lastes inn',
    none: 'Ingen integrasjoner ennå',
    noneText: 'Registrer en leverandør, så leser hver bruker datakilder i eget navn.',
    create: 'Ny integrasjon',
    actionsFor: 'Handlinger for {{name}}',
    column: {
      name: 'Navn',
      provider: 'Leverandør',
      hosts: 'Datakilder',
      actions: 'Handlinger',
    },
    noHosts: 'Ingen',
    form: {
      create: 'Ny integrasjon',
      edit: 'Rediger {{name}}',
      name: 'Navn',
      nameHint: 'Datakilder viser til den med CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Autorisasjonsadresse',
      tokenUrl: 'Tokenadresse',
      revocationUrl: 'Adresse for tilbaketrekking',
      revocationHint: 'Der tokener opphører når en bruker kobler fra. Kan stå tom.',
      redirectUri: 'Omdirigeringsadresse',
      redirectHint: 'Registrer den hos leverandøren slik den står her.',
      clientId: 'Klient-ID',
      clientSecret: 'Klienthemmelighet',
      secretHint: 'Den vises aldri. La stå tom for å beholde den som er der.',
      scopes: 'Omfang',
      scopesHint: 'Atskilt med mellomrom, for eksempel offline_access.',
      hosts: 'Verter for datakilder',
      hostsHint: 'Tokener sendes bare til disse vertene; atskilt med mellomrom.',
      issuer: 'Utsteder',
      issuerHint: 'Der leverandøren kaller seg noe annet enn autorisasjonsadressen.',
    },
    delete: {
      title: 'Slette {{name}}?',
      text: 'Alle brukere kobles fra, og datakilder som viser til den, avvises.',
    },
  },
};
