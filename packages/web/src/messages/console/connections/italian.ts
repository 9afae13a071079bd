import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const connectionsItalian: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Account collegati',
    hint: 'Origini dati lette con il Suo accesso. Oriel conserva l’accesso per Lei e non lo mostra a nessuno.',
    unloaded: 'Impossibile caricare i Suoi account collegati',
    none: 'Niente a cui collegarsi',
    noneText: 'Nessuna origine dati di questo account viene letta con l’accesso dei suoi utenti.',
    connect: 'Collega',
    reconnect: 'Ricollega',
    disconnect: 'Scollega',
    connectNamed: 'Collegati a {{name}}',
    disconnectNamed: 'Scollegati da {{name}}',
    until: 'L’accesso si rinnova da sé; ora fino al {{time}}.',
    since: 'Collegato il {{time}}.',
    connected: 'È collegato.',
    failed: 'Non è collegato. Il motivo è indicato sotto.',
    lastError: 'Ultimo errore: {{error}}',
    status: {
      active: 'Collegato',
      expired: 'Terminato',
      error: 'Non riuscito',
      none: 'Non collegato',
    },
    remove: {
      title: 'Scollegarsi da {{name}}?',
      text: 'I grafici delle sue origini dati non Le mostrano nulla finché non si ricollega. Ciò che vedono gli altri non cambia.',
    },
  },
};
