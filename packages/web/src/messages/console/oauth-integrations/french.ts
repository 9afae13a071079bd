import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const oauthIntegrationsFrench: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'Intégrations OAuth',
    hint: 'Fournisseurs qui donnent à chaque utilisateur son propre jeton, avec lequel les sources de données sont lues.',
    unloaded: 'Impossible de charger les intégrations',
    none: 'Pas encore d’intégrations',
    noneText:
      'Enregistrez un fournisseur, et chaque utilisateur lit les sources de données en son propre nom.',
    create: 'Nouvelle intégration',
    actionsFor: 'Actions pour {{name}}',
    column: {
      name: 'Nom',
      provider: 'Fournisseur',
      hosts: 'Sources de données',
      actions: 'Actions',
    },
    noHosts: 'Aucune',
    form: {
      create: 'Nouvelle intégration',
      edit: 'Modifier {{name}}',
      name: 'Nom',
      nameHint: 'Les sources de données y renvoient par CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Adresse d’autorisation',
      tokenUrl: 'Adresse des jetons',
      revocationUrl: 'Adresse de révocation',
      revocationHint: 'Où les jetons prennent fin quand un utilisateur se déconnecte. Peut rester vide.',
      redirectUri: 'Adresse de redirection',
      redirectHint: 'Enregistrez-la chez le fournisseur telle qu’elle figure ici.',
      clientId: 'Identifiant client',
      clientSecret: 'Secret client',
      secretHint: 'Il n’est jamais affiché. Laissez vide pour garder l’actuel.',
      scopes: 'Portées',
      scopesHint: 'Séparées par des espaces, comme offline_access.',
      hosts: 'Hôtes des sources de données',
      hostsHint: 'Les jetons ne sont envoyés qu’à ces hôtes ; séparés par des espaces.',
      issuer: 'Émetteur',
      issuerHint: 'Si le fournisseur se nomme autrement que par l’adresse d’autorisation.',
    },
    delete: {
      title: 'Supprimer {{name}} ?',
      text: 'Tous les utilisateurs sont déconnectés, et les sources de données qui y renvoient sont refusées.',
    },
  },
};
