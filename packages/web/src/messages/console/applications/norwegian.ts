import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const applicationsNorwegian: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Programmer',
    hint: 'Det du har latt handle for deg, for eksempel kommandolinjen til Oriel. Alt kan trekkes tilbake når som helst.',
    none: 'Ingen programmer',
    noneText: 'Et program vises her når du har tillatt at det handler for deg.',
    unloaded: 'Programmene kunne ikke lastes inn',
    builtIn: 'Del av Oriel',
    remembered: 'Spør ikke igjen',
    write: 'Leser og endrer',
    read: 'Leser',
    identity: 'Logger deg inn',
    allDeployments: 'Alle distribusjoner',
    onPhone: 'Siden {{since}}, sist brukt {{used}}',
    withdraw: 'Trekk tilbake',
    withdrawNamed: 'Trekk tilbake {{name}}',
    withdrawTitle: 'Trekke tilbake {{name}}?',
    withdrawText:
      'Det programmet gjør for deg nå, brytes ved neste forespørsel. Det kan ikke gis tilbake her: programmet må spørre deg igjen.',
    column: {
      name: 'Program',
      gets: 'Kan',
      since: 'Siden',
      lastUsed: 'Sist brukt',
      actions: 'Handlinger',
    },
  },
};
