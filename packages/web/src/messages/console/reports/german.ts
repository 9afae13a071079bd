import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const reportsGerman: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Ausführen',
    ran: 'Ausgeführt am {{time}} über {{count, number}} Zeilen, die {{name}} sieht',
    ranByNobody: 'Ausgeführt am {{time}} über {{count, number}} Zeilen',
    shownToAll: 'Alle, die diesen Bericht lesen, sehen, was es hinterlassen hat.',
    never: 'Es wurde noch nicht ausgeführt: Gezeigt werden die Zeilen der Abfrage.',
    outdated: 'Veraltet',
    outdatedText:
      'Der Code oder die Abfrage hat sich seitdem geändert. Führen Sie es noch einmal aus, um die neuen Zeilen zu erhalten.',
    failed: 'Der Lauf ist fehlgeschlagen',
    keptText: 'Gezeigt wird weiter, was der Lauf davor hinterlassen hat.',
    printed: 'Was es ausgegeben hat',
    warned: 'Fehler und Warnungen',
  },
};
