import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const provisioningFrench: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Rôles des nouveaux utilisateurs',
    hint: 'Ce que peuvent faire les utilisateurs créés par l’authentification unique ou SCIM. Ces rôles ne font personne administrateur.',
    unloaded: 'Impossible de charger les rôles des nouveaux utilisateurs',
    defaultRole: 'Rôle par défaut',
    defaultHint: 'Pour ceux qui sont créés sans aucun groupe ci-dessous.',
    byGroup: 'Rôles par groupe',
    byGroupHint:
      'Groupes par les noms qu’envoie le fournisseur d’identité, quelle que soit la casse. Avec l’authentification unique, ils remplacent le rôle par défaut à la création d’un utilisateur ; SCIM les ajoute chaque fois qu’il envoie des membres.',
    group: 'Groupe {{count}}',
    groupExample: 'Analystes',
    role: 'Rôle du groupe {{count}}',
    add: 'Ajouter un groupe',
    remove: 'Retirer le groupe {{count}}',
    administrators: 'Peut changer la façon dont les administrateurs se connectent',
    administratorsHint:
      'Permet à SCIM, et aux clés limitées à des groupes d’opérations, de changer les adresses, mots de passe et seconds facteurs des administrateurs, de nommer des administrateurs et de configurer des fournisseurs d’identité. Qui détient une telle clé peut alors devenir administrateur.',
  },
  scim: {
    title: 'Provisionnement par SCIM',
    hint: 'Un fournisseur d’identité qui parle SCIM 2.0 crée, modifie et désactive des utilisateurs et des groupes. Une personne désactivée est exclue dès la requête suivante.',
    address: 'Adresse de base',
    token:
      'Le jeton du fournisseur est une clé d’API d’un administrateur qui atteint tous les déploiements. Elle agit en votre nom et prend fin avec votre utilisateur.',
    newKey: 'Nouvelle clé pour SCIM',
    keyName: 'Provisionnement par SCIM',
  },
};
