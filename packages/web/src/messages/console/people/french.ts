import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const peopleFrench: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Personnes',
    hint: 'Qui peut utiliser ce compte, et ce que chacun peut faire.',
    invite: 'Inviter',
    search: 'Rechercher par nom ou e-mail',
    none: 'Personne n’a été trouvé',
    unloaded: 'Impossible de charger les utilisateurs',
    you: 'Vous',
    deactivated: 'Désactivé',
    noRole: 'Aucun rôle',
    roleOf: 'Rôle de {{name}}',
    actionsOf: 'Actions pour {{name}}',
    attributes: 'Attributs',
    newLink: 'Nouveau lien d’invitation',
    activate: 'Activer',
    access: {
      action: 'Sessions, applications et clés',
      title: 'Sessions, applications et clés de {{name}}',
      sessions: 'Connecté sur',
      noSessions: 'Aucun navigateur n’est connecté.',
      endAll: 'Terminer toutes les sessions',
      applications: 'Applications autorisées à agir pour cette personne',
      noApplications: 'Aucune application ne peut agir pour cette personne.',
      unloaded: 'Impossible de charger les sessions',
      noKeys: 'Cette personne n’a pas de clés.',
      keysUnloaded: 'Impossible de charger les clés',
    },
    resetFactors: 'Réinitialiser les seconds facteurs',
    factorsTitle: 'Réinitialiser les seconds facteurs de {{name}} ?',
    factorsText:
      'Pour un utilisateur qui les a perdus : l’application d’authentification, les clés d’accès et les codes de récupération sont retirés, et ses sessions prennent fin. Assurez-vous que c’est bien cette personne qui le demande.',
    deactivate: 'Désactiver',
    deactivateTitle: 'Désactiver {{name}} ?',
    deactivateText:
      'Ses sessions, clés et jetons cessent aussitôt de fonctionner. Ce que cette personne a créé reste, et elle peut être réactivée.',
    deleteTitle: 'Supprimer {{name}} ?',
    deleteText:
      'Ses clés et paramètres disparaissent aussi. Ce que cette personne a créé reste et n’appartient à personne. C’est irréversible.',
    column: {
      user: 'Utilisateur',
      role: 'Rôle',
      lastLogin: 'Dernière connexion',
      actions: 'Actions',
    },
    role: {
      Viewer: 'Lecteur',
      Explorer: 'Explorateur',
      Developer: 'Développeur',
      Admin: 'Administrateur',
    },
    roleHint: {
      Viewer: 'Regarde ce qui est partagé.',
      Explorer: 'Crée aussi des rapports et des classeurs.',
      Developer: 'Crée aussi des modèles de données et des déploiements.',
      Admin: 'Gère tout, y compris les personnes.',
    },
    inviteForm: {
      title: 'Inviter un utilisateur',
      email: 'E-mail',
      name: 'Nom',
      role: 'Rôle',
    },
    link: {
      title: 'Lien d’invitation',
      once: 'Envoyez ce lien à l’utilisateur. Il définit son mot de passe, sert une fois et pendant sept jours, et n’est plus affiché ensuite.',
      done: 'Je l’ai',
    },
  },
};
