import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const groupsFrench: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Groupes',
    hint: 'Utilisateurs qui reçoivent ensemble des rôles et des partages. Les modèles de données nomment des groupes dans leurs politiques d’accès.',
    create: 'Nouveau groupe',
    search: 'Rechercher par nom',
    none: 'Pas encore de groupes',
    noneText:
      'Un groupe confère des rôles à ses utilisateurs, et ce qui est partagé avec lui l’est avec chacun d’eux.',
    notFound: 'Aucun groupe n’a cela dans son nom',
    unloaded: 'Impossible de charger les groupes',
    actionsOf: 'Actions pour {{name}}',
    users: 'Utilisateurs',
    usersOf: 'Utilisateurs de {{name}}',
    usersUnloaded: 'Impossible de charger les utilisateurs du groupe',
    noUsers: 'Le groupe n’a pas encore d’utilisateurs.',
    addUser: 'Ajouter un utilisateur',
    addUserHint: 'Nom ou e-mail',
    removeUser: 'Retirer {{name}} du groupe',
    userCount_one: '{{count, number}} utilisateur',
    userCount_many: '{{count, number}} utilisateurs',
    userCount_other: '{{count, number}} utilisateurs',
    deleteTitle: 'Supprimer {{name}} ?',
    deleteText:
      'Ses utilisateurs perdent les rôles qu’il confère et ce qui est partagé avec lui. Les politiques d’accès qui le nomment ne s’appliquent à personne. C’est irréversible.',
    column: {
      name: 'Groupe',
      roles: 'Rôles',
      users: 'Utilisateurs',
      actions: 'Actions',
    },
    form: {
      create: 'Nouveau groupe',
      edit: 'Modifier {{name}}',
      name: 'Nom',
      nameHint: 'Tel que l’écrivent les politiques d’accès des modèles de données.',
      description: 'Description',
      roles: 'Rôles',
      rolesHint: 'Tous les utilisateurs du groupe les ont, en plus des leurs.',
    },
  },
};
