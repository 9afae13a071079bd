import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const groupsSwedish: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Grupper',
    hint: 'Användare som tillsammans får roller och delat innehåll. Datamodeller nämner grupper i sina åtkomstpolicyer.',
    create: 'Ny grupp',
    search: 'Sök på namn',
    none: 'Inga grupper än',
    noneText: 'En grupp ger sina användare roller, och det som delas med den delas med var och en av dem.',
    notFound: 'Ingen grupp har detta i sitt namn',
    unloaded: 'Grupperna kunde inte läsas in',
    actionsOf: 'Åtgärder för {{name}}',
    users: 'Användare',
    usersOf: 'Användare i {{name}}',
    usersUnloaded: 'Gruppens användare kunde inte läsas in',
    noUsers: 'Gruppen har inga användare än.',
    addUser: 'Lägg till en användare',
    addUserHint: 'Namn eller e-post',
    removeUser: 'Ta bort {{name}} från gruppen',
    userCount_one: '{{count, number}} användare',
    userCount_other: '{{count, number}} användare',
    deleteTitle: 'Ta bort {{name}}?',
    deleteText:
      'Dess användare förlorar rollerna som den ger och det som delas med den. Åtkomstpolicyer som nämner den gäller ingen. Det går inte att ångra.',
    column: {
      name: 'Grupp',
      roles: 'Roller',
      users: 'Användare',
      actions: 'Åtgärder',
    },
    form: {
      create: 'Ny grupp',
      edit: 'Redigera {{name}}',
      name: 'Namn',
      nameHint: 'Så som datamodellernas åtkomstpolicyer skriver det.',
      description: 'Beskrivning',
      roles: 'Roller',
      rolesHint: 'Alla användare i gruppen har dem, utöver sina egna.',
    },
  },
};
