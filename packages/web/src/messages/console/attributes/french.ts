import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const attributesFrench: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Attributs',
    hint: 'Données sur les utilisateurs que lisent les politiques d’accès et les filtres des modèles de données, comme une région.',
    create: 'Nouvel attribut',
    none: 'Pas encore d’attributs',
    noneText:
      'Avec un attribut, une seule politique d’accès montre à chaque utilisateur les lignes de sa région, de son magasin ou de son client.',
    unloaded: 'Impossible de charger les attributs',
    noDefault: 'Aucune',
    editNamed: 'Modifier {{name}}',
    ofUser: 'Attributs de {{name}}',
    noneToSet: 'Le compte n’a pas encore d’attributs. Ils se créent sur la page Attributs.',
    column: {
      name: 'Attribut',
      type: 'Type',
      default: 'Par défaut',
      actions: 'Actions',
    },
    type: {
      string: 'Texte',
      number: 'Nombre',
      boolean: 'Vrai ou faux',
      string_array: 'Liste de textes',
      number_array: 'Liste de nombres',
    },
    valueHint: {
      string: 'Un texte. Vide pour aucun.',
      number: 'Un nombre. Vide pour aucun.',
      boolean: 'true ou false. Vide pour aucun.',
      string_array: 'Des textes séparés par des virgules. Vide pour aucun.',
      number_array: 'Des nombres séparés par des virgules. Vide pour aucun.',
    },
    form: {
      create: 'Nouvel attribut',
      edit: 'Modifier {{name}}',
      name: 'Nom',
      nameHint: 'Tel que l’écrivent les modèles : userAttributes.NAME. Il ne peut plus être modifié ensuite.',
      type: 'Type',
      displayName: 'Nom affiché',
      description: 'Description',
      default: 'Par défaut',
    },
  },
};
