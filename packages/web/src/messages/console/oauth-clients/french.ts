import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const oauthClientsFrench: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'Clients OAuth',
    hint: 'Programmes que les utilisateurs peuvent laisser agir pour eux, ou auxquels ils se connectent avec ce compte.',
    create: 'Nouveau client',
    none: 'Pas encore de clients OAuth',
    noneText:
      'Un programme est enregistré ici avant de pouvoir demander aux utilisateurs de le laisser agir pour eux. La ligne de commande d’Oriel est toujours là.',
    unloaded: 'Impossible de charger les clients OAuth',
    actionsOf: 'Actions pour {{name}}',
    dynamic: 'S’est enregistré lui-même',
    noRedirects: 'Aucune',
    id: 'Identifiant client',
    kind: {
      web: 'Application web',
      native: 'Programme sur un ordinateur',
      page: 'Page dans un navigateur',
      service: 'Service',
    },
    column: {
      name: 'Client',
      kind: 'Type',
      redirects: 'Adresses de redirection',
      created: 'Créé',
      actions: 'Actions',
    },
    rotate: 'Remplacer le secret',
    rotateTitle: 'Remplacer le secret de {{name}} ?',
    rotateText:
      'Le secret actuel cesse aussitôt de fonctionner : le client n’obtient pas de jeton avant d’avoir le nouveau. Les jetons qu’il a restent valables.',
    deleteTitle: 'Supprimer {{name}} ?',
    deleteText:
      'Ce que les utilisateurs l’ont laissé faire prend fin aussitôt, et il ne peut plus rien demander à personne. C’est irréversible.',
    secretTitle: 'Le secret de {{name}}',
    createdTitle: '{{name}} est enregistré',
    createdText: 'Le programme a besoin de son identifiant client. Il ne garde aucun secret.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Nouveau client OAuth',
      edit: 'Modifier {{name}}',
      name: 'Nom',
      nameHint: 'Les utilisateurs le voient quand on leur demande.',
      uri: 'Page d’accueil',
      kind: 'Type',
      kindHint: {
        web: 'Il a un serveur, qui garde le secret.',
        native:
          'Il s’exécute chez son utilisateur et ne garde aucun secret, comme une ligne de commande ou une app.',
        page: 'Il s’exécute dans le navigateur et ne garde aucun secret.',
        service: 'Il agit de lui-même, en tant qu’un utilisateur, avec son secret.',
      },
      redirects: 'Adresses de redirection',
      redirectsHint:
        'Où les utilisateurs sont renvoyés, chacune à la lettre près. Confirmez chacune avec Entrée.',
      nativeRedirectsHint:
        'Comme http://127.0.0.1/callback, avec n’importe quel port, ou com.example.app:/callback. Confirmez chacune avec Entrée.',
      scopes: 'Il peut demander',
      level: {
        write: 'Lire et modifier',
        read: 'Lire',
        identity: 'Qui est l’utilisateur',
      },
      user: 'Agit en tant que',
      userHint: 'Il peut ce que cet utilisateur peut.',
      chosenUser: 'Agit en tant que {{name}}',
      otherUser: 'Choisir un autre utilisateur',
    },
  },
};
