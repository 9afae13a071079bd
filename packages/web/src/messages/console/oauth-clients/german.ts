import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const oauthClientsGerman: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'OAuth-Clients',
    hint: 'Programme, die Benutzer für sich handeln lassen oder an denen sie sich mit diesem Konto anmelden.',
    create: 'Neuer Client',
    none: 'Noch keine OAuth-Clients',
    noneText:
      'Ein Programm wird hier eingetragen, bevor es Benutzer bitten kann, für sie handeln zu dürfen. Die Befehlszeile von Oriel ist immer da.',
    unloaded: 'Die OAuth-Clients konnten nicht geladen werden',
    actionsOf: 'Aktionen für {{name}}',
    dynamic: 'Hat sich selbst eingetragen',
    noRedirects: 'Keine',
    id: 'Client-ID',
    kind: {
      web: 'Webanwendung',
      native: 'Programm auf einem Computer',
      page: 'Seite im Browser',
      service: 'Dienst',
    },
    column: {
      name: 'Client',
      kind: 'Art',
      redirects: 'Rückkehradressen',
      created: 'Erstellt',
      actions: 'Aktionen',
    },
    rotate: 'Geheimnis ersetzen',
    rotateTitle: 'Geheimnis von {{name}} ersetzen?',
    rotateText:
      'Das jetzige Geheimnis gilt sofort nicht mehr: Der Client erhält kein Token, bis er das neue hat. Token, die er hat, gelten weiter.',
    deleteTitle: '{{name}} löschen?',
    deleteText:
      'Was Benutzer ihn tun lassen, endet sofort, und er kann niemanden mehr fragen. Das lässt sich nicht rückgängig machen.',
    secretTitle: 'Das Geheimnis von {{name}}',
    createdTitle: '{{name}} ist eingetragen',
    createdText: 'Das Programm braucht seine Client-ID. Es bewahrt kein Geheimnis auf.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Neuer OAuth-Client',
      edit: '{{name}} bearbeiten',
      name: 'Name',
      nameHint: 'Benutzer sehen ihn, wenn sie gefragt werden.',
      uri: 'Startseite',
      kind: 'Art',
      kindHint: {
        web: 'Sie hat einen Server, der das Geheimnis aufbewahrt.',
        native: 'Es läuft beim Benutzer und bewahrt kein Geheimnis auf, wie eine Befehlszeile oder eine App.',
        page: 'Sie läuft im Browser und bewahrt kein Geheimnis auf.',
        service: 'Er handelt von sich aus, als ein Benutzer, mit seinem Geheimnis.',
      },
      redirects: 'Rückkehradressen',
      redirectsHint:
        'Wohin Benutzer zurückgeleitet werden, jede buchstabengetreu. Bestätigen Sie jede mit der Eingabetaste.',
      nativeRedirectsHint:
        'Zum Beispiel http://127.0.0.1/callback, mit beliebigem Port, oder com.example.app:/callback. Bestätigen Sie jede mit der Eingabetaste.',
      scopes: 'Er darf anfordern',
      level: {
        write: 'Lesen und Ändern',
        read: 'Lesen',
        identity: 'Wer der Benutzer ist',
      },
      user: 'Handelt als',
      userHint: 'Er darf, was dieser Benutzer darf.',
      chosenUser: 'Handelt als {{name}}',
      otherUser: 'Anderen Benutzer wählen',
    },
  },
};
