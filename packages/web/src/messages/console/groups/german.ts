import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const groupsGerman: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Gruppen',
    hint: 'Benutzer, die gemeinsam Rollen und Freigaben erhalten. Datenmodelle nennen Gruppen in ihren Zugriffsrichtlinien.',
    create: 'Neue Gruppe',
    search: 'Nach Namen suchen',
    none: 'Noch keine Gruppen',
    noneText:
      'Eine Gruppe gibt ihren Benutzern Rollen, und was für sie freigegeben ist, ist für alle von ihnen freigegeben.',
    notFound: 'Keine Gruppe hat dies im Namen',
    unloaded: 'Die Gruppen konnten nicht geladen werden',
    actionsOf: 'Aktionen für {{name}}',
    users: 'Benutzer',
    usersOf: 'Benutzer von {{name}}',
    usersUnloaded: 'Die Benutzer der Gruppe konnten nicht geladen werden',
    noUsers: 'Die Gruppe hat noch keine Benutzer.',
    addUser: 'Benutzer hinzufügen',
    addUserHint: 'Name oder E-Mail',
    removeUser: '{{name}} aus der Gruppe entfernen',
    userCount_one: '{{count, number}} Benutzer',
    userCount_other: '{{count, number}} Benutzer',
    deleteTitle: '{{name}} löschen?',
    deleteText:
      'Ihre Benutzer verlieren die Rollen, die sie gibt, und was für sie freigegeben ist. Zugriffsrichtlinien, die sie nennen, gelten für niemanden. Das lässt sich nicht rückgängig machen.',
    column: {
      name: 'Gruppe',
      roles: 'Rollen',
      users: 'Benutzer',
      actions: 'Aktionen',
    },
    form: {
      create: 'Neue Gruppe',
      edit: '{{name}} bearbeiten',
      name: 'Name',
      nameHint: 'So, wie Zugriffsrichtlinien von Datenmodellen ihn schreiben.',
      description: 'Beschreibung',
      roles: 'Rollen',
      rolesHint: 'Alle Benutzer der Gruppe haben sie, neben ihren eigenen.',
    },
  },
};
