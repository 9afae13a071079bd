import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const peopleNorwegian: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Personer',
    hint: 'Hvem som kan bruke denne kontoen, og hva de kan gjøre.',
    invite: 'Inviter',
    search: 'Søk etter navn eller e-post',
    none: 'Ingen funnet',
    unloaded: 'Brukerne kunne ikke lastes inn',
    you: 'Deg',
    deactivated: 'Deaktivert',
    noRole: 'Ingen rolle',
    roleOf: 'Rolle for {{name}}',
    actionsOf: 'Handlinger for {{name}}',
    attributes: 'Attributter',
    newLink: 'Ny invitasjonslenke',
    activate: 'Aktiver',
    access: {
      action: 'Økter, programmer og nøkler',
      title: 'Økter, programmer og nøkler for {{name}}',
      sessions: 'Logget inn på',
      noSessions: 'Ingen nettleser er logget inn.',
      endAll: 'Avslutt alle økter',
      applications: 'Programmer som kan handle for personen',
      noApplications: 'Ingen programmer kan handle for personen.',
      unloaded: 'Øktene kunne ikke lastes inn',
      noKeys: 'Personen har ingen nøkler.',
      keysUnloaded: 'Nøklene kunne ikke lastes inn',
    },
    resetFactors: 'Nullstill andre faktorer',
    factorsTitle: 'Nullstille de andre faktorene til {{name}}?',
    factorsText:
      'For en bruker som har mistet dem: autentiseringsappen, tilgangsnøklene og gjenopprettingskodene fjernes, og øktene avsluttes. Forsikre deg om at det er denne personen som spør.',
    deactivate: 'Deaktiver',
    deactivateTitle: 'Deaktivere {{name}}?',
    deactivateText:
      'Økter, nøkler og tokener slutter straks å virke. Det personen har laget, blir værende, og personen kan aktiveres igjen.',
    deleteTitle: 'Slette {{name}}?',
    deleteText:
      'Nøkler og innstillinger går med. Det personen har laget, blir værende og tilhører ingen. Dette kan ikke angres.',
    column: {
      user: 'Bruker',
      role: 'Rolle',
      lastLogin: 'Siste innlogging',
      actions: 'Handlinger',
    },
    role: {
      Viewer: 'Leser',
      Explorer: 'Utforsker',
      Developer: 'Utvikler',
      Admin: 'Administrator',
    },
    roleHint: {
      Viewer: 'Ser på det som er delt.',
      Explorer: 'Lager også rapporter og arbeidsbøker.',
      Developer: 'Lager også datamodeller og distribusjoner.',
      Admin: 'Styrer alt, også personer.',
    },
    inviteForm: {
      title: 'Inviter en bruker',
      email: 'E-post',
      name: 'Navn',
      role: 'Rolle',
    },
    link: {
      title: 'Invitasjonslenke',
      once: 'Send denne lenken til brukeren. Den setter passordet, virker én gang og i sju dager, og vises ikke igjen.',
      done: 'Jeg har den',
    },
  },
};
