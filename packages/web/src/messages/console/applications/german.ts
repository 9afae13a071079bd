import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const applicationsGerman: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Anwendungen',
    hint: 'Was Sie für sich handeln lassen, zum Beispiel die Befehlszeile von Oriel. Alles lässt sich jederzeit zurücknehmen.',
    none: 'Keine Anwendungen',
    noneText: 'Eine Anwendung erscheint hier, sobald Sie ihr erlaubt haben, für Sie zu handeln.',
    unloaded: 'Die Anwendungen konnten nicht geladen werden',
    builtIn: 'Teil von Oriel',
    remembered: 'Fragt nicht wieder',
    write: 'Liest und ändert',
    read: 'Liest',
    identity: 'Meldet Sie an',
    allDeployments: 'Alle Deployments',
    onPhone: 'Seit {{since}}, zuletzt verwendet {{used}}',
    withdraw: 'Zurücknehmen',
    withdrawNamed: '{{name}} die Erlaubnis entziehen',
    withdrawTitle: '{{name}} die Erlaubnis entziehen?',
    withdrawText:
      'Was die Anwendung gerade für Sie tut, bricht mit ihrer nächsten Anfrage ab. Hier lässt sich die Erlaubnis nicht zurückgeben: Die Anwendung muss Sie wieder fragen.',
    column: {
      name: 'Anwendung',
      gets: 'Darf',
      since: 'Seit',
      lastUsed: 'Zuletzt verwendet',
      actions: 'Aktionen',
    },
  },
};
