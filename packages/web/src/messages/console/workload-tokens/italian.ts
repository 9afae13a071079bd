import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const workloadTokensItalian: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Token di workload',
    hint: 'Con questi token, che durano un’ora, i processi si identificano presso cloud e servizi Suoi.',
    unloaded: 'Impossibile caricare le configurazioni',
    none: 'Ancora nessuna configurazione',
    noneText: 'Ne crei una per ciascuno di quelli che devono fidarsi dei Suoi processi.',
    create: 'Nuova configurazione',
    actionsFor: 'Azioni per {{name}}',
    isOn: 'I processi ricevono token',
    isOnHint: 'L’interruttore di tutto l’account.',
    enabled: 'Attiva',
    disabled: 'Non attiva',
    enable: 'Attiva la configurazione',
    disable: 'Disattiva la configurazione',
    column: {
      name: 'Nome',
      variable: 'Variabile',
      state: 'Stato',
      actions: 'Azioni',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Altro',
    },
    form: {
      create: 'Nuova configurazione',
      edit: 'Modifica {{name}}',
      name: 'Nome',
      nameHint: 'Lettere minuscole, cifre e trattini; il nome del file.',
      kind: 'Chi si fida dei token',
      audience: 'Destinatario',
      subject: 'Soggetto',
      subjectHint: 'Con {deployment_id}, {component} e {region}; vuoto è svc:deployment:{deployment_id}.',
      variable: 'Variabile d’ambiente',
      variableHint: 'Contiene il percorso del file in ogni processo.',
      claims: 'Altri claim',
      claimsHint: 'Un oggetto JSON di testi, o di elenchi di testi.',
      claimsFault: 'Questo non è un oggetto JSON.',
    },
    delete: {
      title: 'Eliminare {{name}}?',
      text: 'I suoi file vengono rimossi. I token letti da essi durano fino alla scadenza, entro un’ora.',
    },
  },
};
