import type { Translation } from '../../translation/translation.ts';
import type { apiKeysEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const apiKeysSwedish: Translation<typeof apiKeysEnglish> = {
  apiKeys: {
    title: 'API-nycklar',
    hint: 'En nyckel agerar som du, i de distributioner som den når.',
    scim: 'Identitetsleverantörer hanterar användare via SCIM 2.0 med en administratörs nyckel, på',
    create: 'Ny nyckel',
    unloaded: 'Dina nycklar kunde inte läsas in',
    none: 'Du har inga nycklar än',
    noneText: 'Program loggar in med en nyckel i stället för ett lösenord.',
    column: {
      name: 'Namn',
      key: 'Nyckel',
      reaches: 'Når',
      lastUsed: 'Senast använd',
      expires: 'Går ut',
      actions: 'Åtgärder',
    },
    prefix: '{{prefix}}…',
    onPhone: 'Senast använd: {{used}}. Går ut: {{expires}}',
    allDeployments: 'Alla distributioner',
    readOnly: 'Läser bara',
    replace: 'Byt ut',
    replaceNamed: 'Byt ut {{name}}',
    replaceTitle: 'Byt ut {{name}}?',
    replaceText:
      'Du får en ny nyckel som får detsamma. Den gamla fungerar en dag till, så att du hinner byta den.',
    revoke: 'Återkalla',
    revokeNamed: 'Återkalla {{name}}',
    revokeTitle: 'Återkalla {{name}}?',
    revokeText: 'Det som använder den här nyckeln slutar fungera genast.',
    form: {
      title: 'Ny API-nyckel',
      name: 'Namn',
      nameHint: 'Vad nyckeln är till för',
      deployments: 'Distributioner',
      all: 'Alla',
      tags: 'Får anropa',
      tagsHint: 'Grupper av operationer, som API-referensen kallar dem',
      everything: 'Allt',
      noTag: 'Det finns ingen sådan grupp',
      readOnly: 'Får bara läsa',
      readOnlyHint: 'Det som ändrar något avvisas',
      expires: 'Går ut',
      in30Days: 'Om 30 dagar',
      in90Days: 'Om 90 dagar',
      inAYear: 'Om ett år',
    },
    secret: {
      title: 'Din nya nyckel',
      once: 'Kopiera den nu. Den visas inte igen.',
      done: 'Jag har den',
    },
  },
};
