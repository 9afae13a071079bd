import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const workloadTokensFrench: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Jetons de charge de travail',
    hint: 'Par ces jetons, valables une heure, les processus s’identifient auprès de clouds et de vos services.',
    unloaded: 'Impossible de charger les configurations',
    none: 'Pas encore de configurations',
    noneText: 'Créez-en une pour chacun de ceux qui doivent faire confiance à vos processus.',
    create: 'Nouvelle configuration',
    actionsFor: 'Actions pour {{name}}',
    isOn: 'Les processus reçoivent des jetons',
    isOnHint: 'L’interrupteur de tout le compte.',
    enabled: 'Activée',
    disabled: 'Désactivée',
    enable: 'Activer',
    disable: 'Désactiver',
    column: {
      name: 'Nom',
      variable: 'Variable',
      state: 'État',
      actions: 'Actions',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Autre',
    },
    form: {
      create: 'Nouvelle configuration',
      edit: 'Modifier {{name}}',
      name: 'Nom',
      nameHint: 'Minuscules, chiffres et traits d’union ; le nom du fichier.',
      kind: 'Qui fait confiance aux jetons',
      audience: 'Audience',
      subject: 'Sujet',
      subjectHint:
        'Avec {deployment_id}, {component} et {region} ; vide signifie svc:deployment:{deployment_id}.',
      variable: 'Variable d’environnement',
      variableHint: 'Contient le chemin du fichier dans chaque processus.',
      claims: 'Autres claims',
      claimsHint: 'Un objet JSON de textes, ou de listes de textes.',
      claimsFault: 'Ce n’est pas un objet JSON.',
    },
    delete: {
      title: 'Supprimer {{name}} ?',
      text: 'Ses fichiers sont retirés. Les jetons qui y ont été lus durent jusqu’à leur fin, dans moins d’une heure.',
    },
  },
};
