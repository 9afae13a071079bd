import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const applicationsItalian: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Applicazioni',
    hint: 'Ciò a cui ha consentito di agire per Suo conto, come la riga di comando di Oriel. Tutto si può revocare in qualsiasi momento.',
    none: 'Nessuna applicazione',
    noneText: 'Un’applicazione compare qui quando le ha consentito di agire per Suo conto.',
    unloaded: 'Impossibile caricare le applicazioni',
    builtIn: 'Parte di Oriel',
    remembered: 'Non chiede più',
    write: 'Legge e modifica',
    read: 'Legge',
    identity: 'Effettua il Suo accesso',
    allDeployments: 'Tutti i deployment',
    onPhone: 'Dal {{since}}, ultimo uso {{used}}',
    withdraw: 'Revoca',
    withdrawNamed: 'Revoca {{name}}',
    withdrawTitle: 'Revocare {{name}}?',
    withdrawText:
      'Ciò che sta facendo per Suo conto si interrompe alla sua prossima richiesta. Qui non si può restituire: l’applicazione deve chiederglielo di nuovo.',
    column: {
      name: 'Applicazione',
      gets: 'Può',
      since: 'Dal',
      lastUsed: 'Ultimo uso',
      actions: 'Azioni',
    },
  },
};
