import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const securityItalian: Translation<typeof securityEnglish> = {
  security: {
    title: 'La mia sicurezza',
    hint: 'Come accede, e dove ha effettuato l’accesso.',
    password: {
      title: 'Password',
      hint: 'Una modifica termina le Sue altre sessioni.',
      current: 'Password attuale',
      change: 'Cambia la password',
      changed: 'La Sua password è stata cambiata.',
    },
    totp: {
      since: 'Configurata dal {{day}}',
      remove: 'Rimuovi',
      removeTitle: 'Rimuovere l’app di autenticazione?',
      removeText:
        'I suoi codici non vengono più chiesti. Senza un altro fattore, la password è tutto ciò che protegge l’account.',
    },
    passkeys: {
      name: 'Nome',
      added: 'Aggiunta',
      lastUsed: 'Ultimo uso',
      actions: 'Azioni',
      rename: 'Rinomina',
      renameNamed: 'Rinomina {{name}}',
      remove: 'Rimuovi',
      removeNamed: 'Rimuovi {{name}}',
      removeTitle: 'Rimuovere {{name}}?',
      removeText: 'Non effettua più il Suo accesso. La rimuova anche dal dispositivo.',
    },
    codes: {
      title: 'Codici di recupero',
      hint: 'Ognuno sostituisce una volta il secondo fattore, se lo ha perso.',
      left_one: '{{count}} codice rimasto',
      left_many: '{{count}} codici rimasti',
      left_other: '{{count}} codici rimasti',
      renew: 'Nuovi codici',
      renewTitle: 'Creare nuovi codici di recupero?',
      renewText: 'I codici che ha non funzioneranno più.',
    },
    sessions: {
      title: 'Sessioni',
      hint: 'Dove ha effettuato l’accesso. Cambi la password se non ne riconosce una.',
      device: 'Dispositivo',
      address: 'Indirizzo',
      method: 'Accesso con',
      lastUsed: 'Ultimo uso',
      current: 'Questa',
      unknown: 'Browser sconosciuto',
      browserOn: '{{browser}} su {{system}}',
      actions: 'Azioni',
      end: 'Termina',
      endNamed: 'Termina la sessione di {{device}}',
      endOthers: 'Termina tutte le altre',
      endOthersTitle: 'Terminare tutte le altre sessioni?',
      endOthersText: 'Ogni altro browser dovrà accedere di nuovo.',
      onPhone: '{{address}}, ultimo uso {{day}}',
      methods: {
        password: 'Password',
        passkey: 'Passkey',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
