import type { Translation } from '../../translation/translation.ts';
import type { apiKeysEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const apiKeysItalian: Translation<typeof apiKeysEnglish> = {
  apiKeys: {
    title: 'Chiavi API',
    hint: 'Una chiave agisce come Lei, sui deployment che raggiunge.',
    scim: 'I provider di identità gestiscono gli utenti tramite SCIM 2.0 con la chiave di un amministratore, all’indirizzo',
    create: 'Nuova chiave',
    unloaded: 'Impossibile caricare le Sue chiavi',
    none: 'Non ha ancora chiavi',
    noneText: 'I programmi accedono con una chiave invece che con una password.',
    column: {
      name: 'Nome',
      key: 'Chiave',
      reaches: 'Raggiunge',
      lastUsed: 'Ultimo uso',
      expires: 'Scade',
      actions: 'Azioni',
    },
    prefix: '{{prefix}}…',
    onPhone: 'Ultimo uso: {{used}}. Scade: {{expires}}',
    allDeployments: 'Tutti i deployment',
    readOnly: 'Legge soltanto',
    replace: 'Sostituisci',
    replaceNamed: 'Sostituisci {{name}}',
    replaceTitle: 'Sostituire {{name}}?',
    replaceText:
      'Riceve una nuova chiave che può fare lo stesso. La vecchia funziona ancora per un giorno, così può cambiarla.',
    revoke: 'Revoca',
    revokeNamed: 'Revoca {{name}}',
    revokeTitle: 'Revocare {{name}}?',
    revokeText: 'Ciò che usa questa chiave smette subito di funzionare.',
    form: {
      title: 'Nuova chiave API',
      name: 'Nome',
      nameHint: 'A che cosa serve la chiave',
      deployments: 'Deployment',
      all: 'Tutti',
      tags: 'Può chiamare',
      tagsHint: 'Gruppi di operazioni, come li nomina il riferimento API',
      everything: 'Tutto',
      noTag: 'Non esiste un gruppo simile',
      readOnly: 'Può soltanto leggere',
      readOnlyHint: 'Ciò che modifica qualcosa viene rifiutato',
      expires: 'Scade',
      in30Days: 'Tra 30 giorni',
      in90Days: 'Tra 90 giorni',
      inAYear: 'Tra un anno',
    },
    secret: {
      title: 'La Sua nuova chiave',
      once: 'La copi ora. Non viene più mostrata.',
      done: 'Ce l’ho',
    },
  },
};
