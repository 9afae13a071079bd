import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const oauthItalian: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Consenti l’accesso',
      title: 'Consentire {{name}}?',
      asks: '{{name}} chiede di agire per Suo conto in {{account}}.',
      signedInAs: 'Ha effettuato l’accesso come {{email}}.',
      notYou: 'Usa un altro account',
      gets: 'Che cosa ottiene',
      address: 'Dice di trovarsi presso {{host}}',
      builtIn: 'Parte di Oriel',
      goesTo: 'Proseguirà verso {{host}}.',
      goesToProgram: 'Tornerà a un programma su questo computer.',
      remember: 'Non chiedere più',
      rememberHint: 'Ottiene lo stesso per un anno, a meno che Lei lo revochi.',
      withdraw: 'Può revocarlo in qualsiasi momento in Applicazioni.',
      allow: 'Consenti',
      deny: 'Nega',
      gone: 'Questa richiesta non è più aperta',
      goneText: 'È scaduta o ha già avuto risposta. Torni all’applicazione e ricominci.',
      again: 'Prima acceda di nuovo',
      againText: '{{name}} vuole essere sicura che sia Lei: acceda ancora una volta e tornerà qui.',
      unloaded: 'Impossibile caricare la richiesta',
    },
    scope: {
      write: 'Leggere e modificare tutto ciò che Lei può',
      read: 'Leggere tutto ciò che Lei può vedere, senza modificare nulla',
      everywhere: 'In tutti i Suoi deployment',
      somewhere_one: 'In un deployment: {{names}}',
      somewhere_many: 'In {{count, number}} deployment: {{names}}',
      somewhere_other: 'In {{count, number}} deployment: {{names}}',
      identity: 'Sapere che è Lei',
      email: 'Conoscere il Suo indirizzo e-mail',
      offline: 'Continuare mentre è assente, finché non lo revoca',
      nothing: 'Niente altro che il Suo consenso',
    },
    device: {
      title: 'Collega un dispositivo',
      hint: 'Inserisca il codice mostrato dal terminale o dal dispositivo.',
      code: 'Codice',
      codeExample: 'XXXX-XXXX',
      next: 'Continua',
      wrong:
        'Questo codice è errato, è scaduto o è stato usato. Guardi di nuovo il dispositivo, o ricominci da lì.',
      compare: 'Il Suo dispositivo mostra questo codice?',
      warning:
        'Prosegua solo se ha iniziato Lei stesso. Un codice o un collegamento che Le è stato inviato è una trappola: lo neghi, o il mittente agirà al Suo posto.',
      from: 'Richiesto da {{address}}',
      fromProgram: 'Richiesto da {{address}} con {{program}}',
      other: 'Inserisci un altro codice',
      allowed: 'Il Suo dispositivo è collegato',
      allowedText: 'Prosegua lì. Può chiudere questa pagina.',
      denied: 'Non è stato consentito nulla',
      deniedText: 'Il dispositivo ne è stato informato. Può chiudere questa pagina.',
    },
  },
};
