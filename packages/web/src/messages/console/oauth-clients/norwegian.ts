import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const oauthClientsNorwegian: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'OAuth-klienter',
    hint: 'Programmer som brukere kan la handle for seg, eller logge inn i med denne kontoen.',
    create: 'Ny klient',
    none: 'Ingen OAuth-klienter ennå',
    noneText:
      'Et program registreres her før det kan be brukere om å få handle for dem. Kommandolinjen til Oriel er alltid der.',
    unloaded: 'OAuth-klientene kunne ikke lastes inn',
    actionsOf: 'Handlinger for {{name}}',
    dynamic: 'Registrerte seg selv',
    noRedirects: 'Ingen',
    id: 'Klient-ID',
    kind: {
      web: 'Nettprogram',
      native: 'Program på en datamaskin',
      page: 'Side i en nettleser',
      service: 'Tjeneste',
    },
    column: {
      name: 'Klient',
      kind: 'Type',
      redirects: 'Omdirigeringsadresser',
      created: 'Opprettet',
      actions: 'Handlinger',
    },
    rotate: 'Bytt hemmeligheten',
    rotateTitle: 'Bytte hemmeligheten til {{name}}?',
    rotateText:
      'Den nåværende hemmeligheten slutter straks å virke: klienten får ingen token før den har den nye. Tokener den har, gjelder fortsatt.',
    deleteTitle: 'Slette {{name}}?',
    deleteText:
      'Det brukere har latt den gjøre, slutter straks, og den kan ikke spørre noen lenger. Dette kan ikke angres.',
    secretTitle: 'Hemmeligheten til {{name}}',
    createdTitle: '{{name}} er registrert',
    createdText: 'Programmet trenger klient-ID-en sin. Det har ingen hemmelighet.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Ny OAuth-klient',
      edit: 'Rediger {{name}}',
      name: 'Navn',
      nameHint: 'Brukere ser det når de blir spurt.',
      uri: 'Hjemmeside',
      kind: 'Type',
      kindHint: {
        web: 'Det har en server som oppbevarer hemmeligheten.',
        native:
          'Det kjøres hos brukeren og har ingen hemmelighet, for eksempel en kommandolinje eller en app.',
        page: 'Den kjøres i nettleseren og har ingen hemmelighet.',
        service: 'Den handler på egen hånd, som én bruker, med hemmeligheten sin.',
      },
      redirects: 'Omdirigeringsadresser',
      redirectsHint: 'Hvor brukere sendes tilbake, hver av dem bokstavelig. Bekreft hver med Enter.',
      nativeRedirectsHint:
        'For eksempel http://127.0.0.1/callback, med hvilken som helst port, eller com.example.app:/callback. Bekreft hver med Enter.',
      scopes: 'Den kan be om',
      level: {
        write: 'Lese og endre',
        read: 'Lese',
        identity: 'Hvem brukeren er',
      },
      user: 'Handler som',
      userHint: 'Den kan det denne brukeren kan.',
      chosenUser: 'Handler som {{name}}',
      otherUser: 'Velg en annen bruker',
    },
  },
};
