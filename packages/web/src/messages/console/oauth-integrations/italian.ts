import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const oauthIntegrationsItalian: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'Integrazioni OAuth',
    hint: 'Provider che danno a ogni utente un token proprio, con cui si leggono le origini dati.',
    unloaded: 'Impossibile caricare le integrazioni',
    none: 'Ancora nessuna integrazione',
    noneText: 'Registri un provider, e ogni utente leggerà le origini dati a proprio nome.',
    create: 'Nuova integrazione',
    actionsFor: 'Azioni per {{name}}',
    column: {
      name: 'Nome',
      provider: 'Provider',
      hosts: 'Origini dati',
      actions: 'Azioni',
    },
    noHosts: 'Nessuna',
    form: {
      create: 'Nuova integrazione',
      edit: 'Modifica {{name}}',
      name: 'Nome',
      nameHint: 'Le origini dati vi si riferiscono con CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Indirizzo di autorizzazione',
      tokenUrl: 'Indirizzo dei token',
      revocationUrl: 'Indirizzo di revoca',
      revocationHint: 'Dove i token terminano quando un utente si scollega. Può restare vuoto.',
      redirectUri: 'Indirizzo di reindirizzamento',
      redirectHint: 'Lo registri presso il provider così come è scritto qui.',
      clientId: 'ID client',
      clientSecret: 'Segreto client',
      secretHint: 'Non viene mai mostrato. Lasci vuoto per mantenere quello presente.',
      scopes: 'Ambiti',
      scopesHint: 'Separati da spazi, come offline_access.',
      hosts: 'Host delle origini dati',
      hostsHint: 'I token vengono inviati solo a questi host; separati da spazi.',
      issuer: 'Emittente',
      issuerHint: 'Se il provider si nomina diversamente dall’indirizzo di autorizzazione.',
    },
    delete: {
      title: 'Eliminare {{name}}?',
      text: 'Tutti gli utenti vengono scollegati, e le origini dati che vi si riferiscono vengono rifiutate.',
    },
  },
};
