import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const oauthClientsItalian: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'Client OAuth',
    hint: 'Programmi che gli utenti possono far agire per proprio conto, o a cui accedono con questo account.',
    create: 'Nuovo client',
    none: 'Ancora nessun client OAuth',
    noneText:
      'Un programma viene registrato qui prima di poter chiedere agli utenti di agire per loro conto. La riga di comando di Oriel c’è sempre.',
    unloaded: 'Impossibile caricare i client OAuth',
    actionsOf: 'Azioni per {{name}}',
    dynamic: 'Si è registrato da sé',
    noRedirects: 'Nessuno',
    id: 'ID client',
    kind: {
      web: 'Applicazione web',
      native: 'Programma su un computer',
      page: 'Pagina in un browser',
      service: 'Servizio',
    },
    column: {
      name: 'Client',
      kind: 'Tipo',
      redirects: 'Indirizzi di reindirizzamento',
      created: 'Creato',
      actions: 'Azioni',
    },
    rotate: 'Sostituisci il segreto',
    rotateTitle: 'Sostituire il segreto di {{name}}?',
    rotateText:
      'Il segreto attuale smette subito di funzionare: il client non ottiene token finché non ha quello nuovo. I token che ha restano validi.',
    deleteTitle: 'Eliminare {{name}}?',
    deleteText:
      'Ciò che gli utenti gli hanno consentito termina subito, e non può più chiedere nulla a nessuno. Non si può annullare.',
    secretTitle: 'Il segreto di {{name}}',
    createdTitle: '{{name}} è registrato',
    createdText: 'Il programma ha bisogno del suo ID client. Non conserva alcun segreto.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Nuovo client OAuth',
      edit: 'Modifica {{name}}',
      name: 'Nome',
      nameHint: 'Gli utenti lo vedono quando viene chiesto loro il consenso.',
      uri: 'Pagina iniziale',
      kind: 'Tipo',
      kindHint: {
        web: 'Ha un server, che conserva il segreto.',
        native:
          'Viene eseguito presso il suo utente e non conserva alcun segreto, come una riga di comando o un’app.',
        page: 'Viene eseguita nel browser e non conserva alcun segreto.',
        service: 'Agisce da sé, come un utente, con il suo segreto.',
      },
      redirects: 'Indirizzi di reindirizzamento',
      redirectsHint: 'Dove vengono rimandati gli utenti, ognuno alla lettera. Confermi ciascuno con Invio.',
      nativeRedirectsHint:
        'Come http://127.0.0.1/callback, con qualsiasi porta, o com.example.app:/callback. Confermi ciascuno con Invio.',
      scopes: 'Può chiedere',
      level: {
        write: 'Leggere e modificare',
        read: 'Leggere',
        identity: 'Chi è l’utente',
      },
      user: 'Agisce come',
      userHint: 'Può fare ciò che può questo utente.',
      chosenUser: 'Agisce come {{name}}',
      otherUser: 'Scegli un altro utente',
    },
  },
};
