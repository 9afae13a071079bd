import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const peopleSwedish: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Personer',
    hint: 'Vilka som får använda kontot, och vad de får göra.',
    invite: 'Bjud in',
    search: 'Sök på namn eller e-post',
    none: 'Ingen hittades',
    unloaded: 'Användarna kunde inte läsas in',
    you: 'Du',
    deactivated: 'Inaktiverad',
    noRole: 'Ingen roll',
    roleOf: 'Roll för {{name}}',
    actionsOf: 'Åtgärder för {{name}}',
    attributes: 'Attribut',
    newLink: 'Ny inbjudningslänk',
    activate: 'Aktivera',
    access: {
      action: 'Sessioner, program och nycklar',
      title: 'Sessioner, program och nycklar för {{name}}',
      sessions: 'Inloggad på',
      noSessions: 'Ingen webbläsare är inloggad.',
      endAll: 'Avsluta alla sessioner',
      applications: 'Program som får agera för personen',
      noApplications: 'Inget program får agera för personen.',
      unloaded: 'Sessionerna kunde inte läsas in',
      noKeys: 'Personen har inga nycklar.',
      keysUnloaded: 'Nycklarna kunde inte läsas in',
    },
    resetFactors: 'Återställ andra faktorer',
    factorsTitle: 'Återställ de andra faktorerna för {{name}}?',
    factorsText:
      'För en användare som har förlorat dem: autentiseringsappen, nycklarna (passkeys) och återställningskoderna tas bort, och användarens sessioner avslutas. Se till att det verkligen är den personen som frågar.',
    deactivate: 'Inaktivera',
    deactivateTitle: 'Inaktivera {{name}}?',
    deactivateText:
      'Personens sessioner, nycklar och token slutar gälla genast. Det personen har gjort finns kvar, och personen kan aktiveras igen.',
    deleteTitle: 'Ta bort {{name}}?',
    deleteText:
      'Nycklar och inställningar försvinner också. Det personen har gjort finns kvar och tillhör ingen. Det går inte att ångra.',
    column: {
      user: 'Användare',
      role: 'Roll',
      lastLogin: 'Senaste inloggning',
      actions: 'Åtgärder',
    },
    role: {
      Viewer: 'Läsare',
      Explorer: 'Utforskare',
      Developer: 'Utvecklare',
      Admin: 'Administratör',
    },
    roleHint: {
      Viewer: 'Tittar på det som delas.',
      Explorer: 'Skapar även rapporter och arbetsböcker.',
      Developer: 'Skapar även datamodeller och distributioner.',
      Admin: 'Hanterar allt, även personer.',
    },
    inviteForm: {
      title: 'Bjud in en användare',
      email: 'E-post',
      name: 'Namn',
      role: 'Roll',
    },
    link: {
      title: 'Inbjudningslänk',
      once: 'Skicka den här länken till användaren. Den anger lösenordet, fungerar en gång och i sju dagar, och visas inte igen.',
      done: 'Jag har den',
    },
  },
};
