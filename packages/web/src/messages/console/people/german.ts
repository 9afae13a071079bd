import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const peopleGerman: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Personen',
    hint: 'Wer dieses Konto nutzen darf und was sie dürfen.',
    invite: 'Einladen',
    search: 'Nach Name oder E-Mail suchen',
    none: 'Niemand gefunden',
    unloaded: 'Die Benutzer konnten nicht geladen werden',
    you: 'Sie',
    deactivated: 'Deaktiviert',
    noRole: 'Keine Rolle',
    roleOf: 'Rolle von {{name}}',
    actionsOf: 'Aktionen für {{name}}',
    attributes: 'Attribute',
    newLink: 'Neuer Einladungslink',
    activate: 'Aktivieren',
    access: {
      action: 'Sitzungen, Anwendungen und Schlüssel',
      title: 'Sitzungen, Anwendungen und Schlüssel von {{name}}',
      sessions: 'Angemeldet an',
      noSessions: 'Kein Browser ist angemeldet.',
      endAll: 'Alle Sitzungen beenden',
      applications: 'Anwendungen, die für diese Person handeln dürfen',
      noApplications: 'Keine Anwendung darf für diese Person handeln.',
      unloaded: 'Die Sitzungen konnten nicht geladen werden',
      noKeys: 'Sie hat keine Schlüssel.',
      keysUnloaded: 'Die Schlüssel konnten nicht geladen werden',
    },
    resetFactors: 'Zweite Faktoren zurücksetzen',
    factorsTitle: 'Zweite Faktoren von {{name}} zurücksetzen?',
    factorsText:
      'Für einen Benutzer, der sie verloren hat: Authenticator-App, Passkeys und Wiederherstellungscodes werden entfernt, und seine Sitzungen enden. Vergewissern Sie sich, dass wirklich diese Person fragt.',
    deactivate: 'Deaktivieren',
    deactivateTitle: '{{name}} deaktivieren?',
    deactivateText:
      'Sitzungen, Schlüssel und Token gelten sofort nicht mehr. Was diese Person gemacht hat, bleibt, und sie kann wieder aktiviert werden.',
    deleteTitle: '{{name}} löschen?',
    deleteText:
      'Schlüssel und Einstellungen gehen mit. Was diese Person gemacht hat, bleibt und gehört niemandem. Das lässt sich nicht rückgängig machen.',
    column: {
      user: 'Benutzer',
      role: 'Rolle',
      lastLogin: 'Letzte Anmeldung',
      actions: 'Aktionen',
    },
    role: {
      Viewer: 'Betrachter',
      Explorer: 'Explorer',
      Developer: 'Entwickler',
      Admin: 'Administrator',
    },
    roleHint: {
      Viewer: 'Sieht, was freigegeben ist.',
      Explorer: 'Erstellt auch Berichte und Arbeitsmappen.',
      Developer: 'Erstellt auch Datenmodelle und Deployments.',
      Admin: 'Verwaltet alles, auch Personen.',
    },
    inviteForm: {
      title: 'Benutzer einladen',
      email: 'E-Mail',
      name: 'Name',
      role: 'Rolle',
    },
    link: {
      title: 'Einladungslink',
      once: 'Schicken Sie diesen Link dem Benutzer. Er legt sein Kennwort fest, gilt einmal und sieben Tage lang und wird nicht wieder gezeigt.',
      done: 'Ich habe ihn',
    },
  },
};
