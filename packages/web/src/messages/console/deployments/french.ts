import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const deploymentsFrench: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Impossible de charger vos déploiements',
    none: 'Pas encore de déploiement',
    noneText:
      'Un déploiement a son propre modèle de données et un espace de travail par-dessus. Créez le premier ; il commence avec un modèle vide.',
    noneOfYours: 'Aucun déploiement ne vous est ouvert',
    noneOfYoursText:
      'Un administrateur de ce compte peut vous donner accès à un déploiement, ou en créer un pour vous.',
    create: {
      submit: 'Créer le déploiement',
      title: 'Nouveau déploiement',
      name: 'Nom',
      description: 'De quoi il s’agit, comme Ventes ou Vols',
      creating: 'Création du déploiement …',
      taken: 'Un déploiement porte déjà ce nom. Choisissez-en un autre.',
      required: 'Un nom est nécessaire',
      tooLong: 'Au plus {{max, number}} caractères',
    },
  },
};
