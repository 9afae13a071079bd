import type { Translation } from '../../translation/translation.ts';
import type { apiKeysEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const apiKeysFrench: Translation<typeof apiKeysEnglish> = {
  apiKeys: {
    title: 'Clés d’API',
    hint: 'Une clé agit en votre nom, sur les déploiements qu’elle atteint.',
    scim: 'Les fournisseurs d’identité gèrent les utilisateurs par SCIM 2.0 avec la clé d’un administrateur, à l’adresse',
    create: 'Nouvelle clé',
    unloaded: 'Impossible de charger vos clés',
    none: 'Vous n’avez pas encore de clés',
    noneText: 'Les programmes se connectent avec une clé au lieu d’un mot de passe.',
    column: {
      name: 'Nom',
      key: 'Clé',
      reaches: 'Atteint',
      lastUsed: 'Dernière utilisation',
      expires: 'Expire',
      actions: 'Actions',
    },
    prefix: '{{prefix}}…',
    onPhone: 'Dernière utilisation : {{used}}. Expire : {{expires}}',
    allDeployments: 'Tous les déploiements',
    readOnly: 'Lit seulement',
    replace: 'Remplacer',
    replaceNamed: 'Remplacer {{name}}',
    replaceTitle: 'Remplacer {{name}} ?',
    replaceText:
      'Vous recevez une nouvelle clé avec les mêmes droits. L’ancienne fonctionne encore un jour, le temps de l’échanger.',
    revoke: 'Révoquer',
    revokeNamed: 'Révoquer {{name}}',
    revokeTitle: 'Révoquer {{name}} ?',
    revokeText: 'Ce qui utilise cette clé cesse aussitôt de fonctionner.',
    form: {
      title: 'Nouvelle clé d’API',
      name: 'Nom',
      nameHint: 'À quoi sert la clé',
      deployments: 'Déploiements',
      all: 'Tous',
      tags: 'Peut appeler',
      tagsHint: 'Groupes d’opérations, tels que la référence de l’API les nomme',
      everything: 'Tout',
      noTag: 'Ce groupe n’existe pas',
      readOnly: 'Peut seulement lire',
      readOnlyHint: 'Ce qui modifie quoi que ce soit est refusé',
      expires: 'Expire',
      in30Days: 'Dans 30 jours',
      in90Days: 'Dans 90 jours',
      inAYear: 'Dans un an',
    },
    secret: {
      title: 'Votre nouvelle clé',
      once: 'Copiez-la maintenant. Elle ne sera plus affichée.',
      done: 'Je l’ai',
    },
  },
};
