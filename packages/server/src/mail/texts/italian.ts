import type { MailTexts } from './mail-text-types.ts';

export const italian: MailTexts = {
  invitation: {
    title: 'Invito a Oriel',
    text: 'Imposti una password per accedere come {{email}}. Il link funziona una sola volta, entro sette giorni.',
    action: 'Imposta una password',
    reason: 'Riceve questo messaggio perché un amministratore l’ha invitata.',
  },
  reset: {
    title: 'Imposta un’altra password',
    text: 'È stata richiesta una nuova password per {{email}}. Il link funziona una sola volta, entro un’ora.',
    action: 'Imposta un’altra password',
    reason: 'Se non è stata una Sua richiesta, non deve fare nulla: la password resta invariata.',
  },
  changed: {
    title: 'La password è stata modificata',
    text: 'La password di {{email}} è stata modificata e le altre sessioni della console sono terminate.',
    reason:
      'Se non è stata una Sua richiesta, chieda una nuova password nella pagina di accesso e avvisi un amministratore.',
  },
  notification: {
    unnamed: 'Dashboard senza titolo',
    open: 'Apri la dashboard',
    reason: 'Riceve questo messaggio perché è tra i destinatari di questa dashboard.',
    unsubscribe: 'Annulla l’iscrizione',
    withoutData:
      'I dati di questa dashboard non possono essere scaricati, quindi questo messaggio non ne contiene.',
    picture: 'La dashboard',
    tooLarge: 'Troppo grandi per essere allegati: {{titles}}',
    failed: 'Impossibile caricare questo grafico.',
    causes: {
      unreachable: 'Il database non è raggiungibile.',
      timeout: 'La query ha richiesto troppo tempo ed è stata interrotta.',
      memory: 'La query richiede più memoria di quella disponibile.',
      tooLarge: 'Il risultato è troppo grande per un messaggio.',
      busy: 'Il server era troppo occupato per rispondere.',
      notConnected: 'La sua connessione personale all’origine dati manca o è scaduta.',
      model: 'Il modello di dati contiene errori o non è disponibile.',
      member: 'Un suo campo non è nel modello di dati, oppure non può vederlo.',
      refused: 'Non può vederne i dati.',
      python: 'Il suo codice Python non è riuscito.',
      other: 'Apra la dashboard per vedere il motivo.',
    },
    noRows: 'Nessuna riga',
    moreRows: {
      one: 'e un’altra riga ({{count}}) nel file allegato',
      other: 'e altre {{count}} righe nel file allegato',
    },
  },
  mention: {
    title: '{{author}} ti ha menzionato in {{dashboard}}',
    unnamed: 'una dashboard',
    open: 'Apri il commento',
    openYourself: 'Il commento si trova accanto alla dashboard, dove la apri di solito.',
    reason: 'Ricevi questo messaggio perché un commento ti menziona.',
    unsubscribe: 'Annulla l’iscrizione',
  },
  truth: { yes: 'Sì', no: 'No' },
};
