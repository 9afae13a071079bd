import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const applicationsFrench: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Applications',
    hint: 'Ce que vous avez laissé agir pour vous, comme la ligne de commande d’Oriel. Tout peut être retiré à tout moment.',
    none: 'Aucune application',
    noneText: 'Une application apparaît ici dès que vous l’avez autorisée à agir pour vous.',
    unloaded: 'Impossible de charger les applications',
    builtIn: 'Fait partie d’Oriel',
    remembered: 'Ne redemande pas',
    write: 'Lit et modifie',
    read: 'Lit',
    identity: 'Vous connecte',
    allDeployments: 'Tous les déploiements',
    onPhone: 'Depuis le {{since}}, dernière utilisation {{used}}',
    withdraw: 'Retirer',
    withdrawNamed: 'Retirer {{name}}',
    withdrawTitle: 'Retirer {{name}} ?',
    withdrawText:
      'Ce qu’elle fait pour vous en ce moment s’arrête à sa prochaine demande. Rien ne peut être rendu ici : l’application doit vous le redemander.',
    column: {
      name: 'Application',
      gets: 'Peut',
      since: 'Depuis',
      lastUsed: 'Dernière utilisation',
      actions: 'Actions',
    },
  },
};
