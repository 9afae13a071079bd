import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const peopleItalian: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Persone',
    hint: 'Chi può usare questo account, e che cosa può fare.',
    invite: 'Invita',
    search: 'Cerca per nome o e-mail',
    none: 'Nessuno trovato',
    unloaded: 'Impossibile caricare gli utenti',
    you: 'Lei',
    deactivated: 'Disattivato',
    noRole: 'Nessun ruolo',
    roleOf: 'Ruolo di {{name}}',
    actionsOf: 'Azioni per {{name}}',
    attributes: 'Attributi',
    newLink: 'Nuovo link di invito',
    activate: 'Attiva',
    access: {
      action: 'Sessioni, applicazioni e chiavi',
      title: 'Sessioni, applicazioni e chiavi di {{name}}',
      sessions: 'Accesso effettuato su',
      noSessions: 'Nessun browser ha effettuato l’accesso.',
      endAll: 'Termina tutte le sessioni',
      applications: 'Applicazioni che possono agire per suo conto',
      noApplications: 'Nessuna applicazione può agire per suo conto.',
      unloaded: 'Impossibile caricare le sessioni',
      noKeys: 'Non ha chiavi.',
      keysUnloaded: 'Impossibile caricare le chiavi',
    },
    resetFactors: 'Reimposta i secondi fattori',
    factorsTitle: 'Reimpostare i secondi fattori di {{name}}?',
    factorsText:
      'Per un utente che li ha persi: l’app di autenticazione, le passkey e i codici di recupero vengono rimossi, e le sue sessioni terminano. Si assicuri che sia davvero quella persona a chiederlo.',
    deactivate: 'Disattiva',
    deactivateTitle: 'Disattivare {{name}}?',
    deactivateText:
      'Le sue sessioni, chiavi e token smettono subito di funzionare. Ciò che ha creato resta, e può essere riattivato.',
    deleteTitle: 'Eliminare {{name}}?',
    deleteText:
      'Le sue chiavi e impostazioni vanno perse. Ciò che ha creato resta e non appartiene a nessuno. Non si può annullare.',
    column: {
      user: 'Utente',
      role: 'Ruolo',
      lastLogin: 'Ultimo accesso',
      actions: 'Azioni',
    },
    role: {
      Viewer: 'Lettore',
      Explorer: 'Esploratore',
      Developer: 'Sviluppatore',
      Admin: 'Amministratore',
    },
    roleHint: {
      Viewer: 'Guarda ciò che è condiviso.',
      Explorer: 'Crea anche rapporti e cartelle di lavoro.',
      Developer: 'Crea anche modelli di dati e deployment.',
      Admin: 'Gestisce tutto, comprese le persone.',
    },
    inviteForm: {
      title: 'Invita un utente',
      email: 'E-mail',
      name: 'Nome',
      role: 'Ruolo',
    },
    link: {
      title: 'Link di invito',
      once: 'Invii questo link all’utente. Imposta la password, funziona una volta e per sette giorni, e non viene più mostrato.',
      done: 'Ce l’ho',
    },
  },
};
