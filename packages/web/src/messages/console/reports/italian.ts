import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const reportsItalian: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Esegui',
    ran: 'Eseguito il {{time}} su {{count, number}} righe che {{name}} vede',
    ranByNobody: 'Eseguito il {{time}} su {{count, number}} righe',
    shownToAll: 'Tutti coloro che leggono questo rapporto vedono ciò che ha lasciato.',
    never: 'Non è stato ancora eseguito: sono mostrate le righe della query.',
    outdated: 'Non aggiornato',
    outdatedText:
      'Il codice o la query sono cambiati da allora. Lo esegua di nuovo per avere le nuove righe.',
    failed: 'L’esecuzione non è riuscita',
    keptText: 'È ancora mostrato ciò che ha lasciato l’esecuzione precedente.',
    printed: 'Ciò che ha stampato',
    warned: 'Errori e avvisi',
  },
};
