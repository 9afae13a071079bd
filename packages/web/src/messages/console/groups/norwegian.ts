import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const groupsNorwegian: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Grupper',
    hint: 'Brukere som får roller og delt innhold sammen. Datamodeller nevner grupper i tilgangsreglene sine.',
    create: 'Ny gruppe',
    search: 'Søk etter navn',
    none: 'Ingen grupper ennå',
    noneText: 'En gruppe gir brukerne sine roller, og det som deles med den, deles med hver av dem.',
    notFound: 'Ingen gruppe har dette i navnet',
    unloaded: 'Gruppene kunne ikke lastes inn',
    actionsOf: 'Handlinger for {{name}}',
    users: 'Brukere',
    usersOf: 'Brukere i {{name}}',
    usersUnloaded: 'Brukerne i gruppen kunne ikke lastes inn',
    noUsers: 'Gruppen har ingen brukere ennå.',
    addUser: 'Legg til en bruker',
    addUserHint: 'Navn eller e-post',
    removeUser: 'Fjern {{name}} fra gruppen',
    userCount_one: '{{count, number}} bruker',
    userCount_other: '{{count, number}} brukere',
    deleteTitle: 'Slette {{name}}?',
    deleteText:
      'Brukerne mister rollene den gir, og det som er delt med den. Tilgangsregler som nevner den, gjelder ingen. Dette kan ikke angres.',
    column: {
      name: 'Gruppe',
      roles: 'Roller',
      users: 'Brukere',
      actions: 'Handlinger',
    },
    form: {
      create: 'Ny gruppe',
      edit: 'Rediger {{name}}',
      name: 'Navn',
      nameHint: 'Slik tilgangsreglene i datamodeller skriver det.',
      description: 'Beskrivelse',
      roles: 'Roller',
      rolesHint: 'Alle brukere i gruppen har dem, i tillegg til sine egne.',
    },
  },
};
