import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in Italian. */
export const italian: SignInTranslation = {
  embedSignIn: {
    done: 'Accesso effettuato',
    doneHint: 'Può chiudere questa finestra.',
    failed: 'Non è stato possibile trasmettere l’accesso',
    alone: 'Nessuna vista ha chiesto un accesso',
    aloneHint: 'Torni alla pagina da cui proviene e scelga lì Accedi.',
  },
  signIn: {
    title: 'Accedi',
    hint: 'Il primo avvio mostra le credenziali dell’amministratore.',
    email: 'Indirizzo e-mail',
    password: 'Password',
    forgot: 'Ha dimenticato la password?',
    back: 'Torna all’accesso',
    with: 'Continua con {{name}}',
    or: 'oppure',
    withPassword: 'Accedi con una password',
    refused: {
      sign_in_failed: 'L’indirizzo e-mail o la password non è corretto.',
      password_sign_in_disabled: 'Qui non si accettano password. Acceda con un provider di identità.',
      sign_in_challenge_unknown: 'L’accesso è scaduto o è iniziato in un altro browser. Ricominci.',
      second_factor_wrong: 'Il codice o la passkey non è valido o è già stato usato.',
    },
    problem: {
      deactivated: 'Il Suo utente è disattivato. Si rivolga a un amministratore.',
      email_missing: 'Il provider di identità non ha inviato il Suo indirizzo e-mail.',
      email_unverified: 'Il provider di identità non ha verificato il Suo indirizzo e-mail.',
      email_of_another:
        'Il Suo indirizzo e-mail appartiene a un utente che accede in un altro modo. Si rivolga a un amministratore.',
      not_provisioned: 'Non c’è ancora un utente per Lei. Si rivolga a un amministratore.',
      expired: 'Questo accesso è scaduto o è iniziato in un altro browser. Riprovi.',
      attribute_mismatch:
        'Il provider di identità ha inviato qualcosa che non va bene. Si rivolga a un amministratore.',
      provider_failed: 'Il provider di identità non ha consentito l’accesso. Riprovi.',
      other: 'Non è stato possibile accedere. Riprovi.',
    },
  },
  forgotPassword: {
    title: 'Ha dimenticato la password?',
    hint: 'Inserisca il Suo indirizzo e-mail e riceverà un link per impostarne un’altra.',
    send: 'Invia il link',
    sentTitle: 'Controlli la posta',
    sentText: 'Se esiste un account per {{email}}, un link è in arrivo. Vale una volta, entro un’ora.',
    sentHint: 'Nessun messaggio? Chieda un link a un amministratore.',
  },
  secondFactor: {
    title: 'Ancora un passaggio',
    hint: 'Dimostri la Sua identità con il secondo fattore.',
    code: 'Codice dell’app di autenticazione',
    recoveryCode: 'Codice di recupero',
    confirm: 'Conferma',
    usePasskey: 'Usa una passkey',
    useRecovery: 'Usa un codice di recupero',
    useApp: 'Usa l’app di autenticazione',
    expired: 'Questo accesso è scaduto',
    expiredText: 'Ricominci con la password.',
    passkeyOnly: 'Usi la passkey o la chiave di sicurezza che ha configurato.',
    enrolTitle: 'Configura un secondo fattore',
    enrolHint:
      'Il Suo account ne richiede uno oltre alla password. Configuri un’app o una passkey per continuare.',
  },
  passkeySignIn: {
    action: 'Usa una passkey',
    failed: 'Il browser non ha fornito alcuna passkey.',
  },
  factors: {
    unloaded: 'Non è stato possibile caricare la sicurezza del Suo account',
    totp: {
      title: 'App di autenticazione',
      hint: 'Un’app sul Suo telefono mostra un nuovo codice ogni 30 secondi.',
      none: 'Non configurata',
      setUp: 'Configura',
      dialog: 'Configura un’app di autenticazione',
      scan: 'Inquadri questa immagine con l’app o digiti la chiave, poi inserisca il codice mostrato dall’app.',
      picture: 'Codice QR con la chiave',
      key: 'Chiave',
    },
    passkeys: {
      title: 'Le Sue passkey',
      hint: 'Il Suo dispositivo o una chiave di sicurezza esegue l’accesso, con o senza password.',
      none: 'Ancora nessuna passkey',
      add: 'Aggiungi una passkey',
      name: 'Nome',
      example: 'Portatile di lavoro',
    },
    codes: {
      dialog: 'I Suoi codici di recupero',
      once: 'Vengono mostrati solo questa volta. Li conservi dove può trovarli senza telefono.',
      kept: 'Li ho conservati',
    },
    again: {
      title: 'È proprio Lei?',
      text: 'Questa modifica richiede di nuovo la password. Senza password, esca e acceda di nuovo.',
      confirm: 'Conferma',
    },
  },
};
