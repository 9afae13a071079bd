import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const shellItalian: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Mai',
  shell: {
    skip: 'Vai al contenuto',
    logo: 'Home',
    navigation: 'Navigazione',
    main: 'Menu principale',
    workspace: 'Area di lavoro',
    chat: 'Chat',
    thisAccount: 'Account',
    thisDeployment: 'Deployment',
    apiReference: 'Riferimento API',
    iconsOnly: 'Mostra solo le icone',
    iconsAndNames: 'Mostra icone e nomi',
    unopened: 'Impossibile aprire la console',
    deployment: 'Deployment',
    newDeployment: 'Nuovo deployment',
    account: 'Account di {{email}}',
    shortcuts: 'Scorciatoie da tastiera',
    signOut: 'Esci',
    signOutUnsaved: 'Uscire senza salvare?',
    signOutUnsavedHint: 'Ci sono modifiche non salvate. Vanno perse uscendo.',
    colours: {
      label: 'Colori: {{scheme}}',
      light: 'chiari',
      dark: 'scuri',
      auto: 'come il sistema',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Ovunque',
      help: 'Mostra questa guida',
      search: 'Cerca nell’area di lavoro, quando è aperta',
    },
    list: {
      place: 'Nell’elenco',
      walk: 'Vai alla riga sopra o sotto',
      open: 'Apri la riga',
      select: 'Seleziona la riga, o deselezionala',
      selectRange: 'Seleziona dall’ultima a questa riga',
      selectAll: 'Seleziona tutto ciò che è caricato',
      selectNone: 'Annulla la selezione',
    },
    tree: {
      place: 'Nell’albero delle cartelle',
      walk: 'Vai alla cartella sopra o sotto',
      open: 'Apri la cartella, poi entraci',
      close: 'Chiudi la cartella, poi vai a quella che la contiene',
      ends: 'Vai alla prima o all’ultima cartella',
      choose: 'Mostra la cartella',
    },
  },
};
