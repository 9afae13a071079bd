import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const dashboardsFrench: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Intégrer ce tableau de bord',
    notAllowed: 'L’intégration signée n’est pas encore autorisée sur ce tableau de bord.',
    allow: 'L’autoriser',
    notShared: 'Aucun client intégré n’a accès',
    notSharedText:
      'Une session ne trouverait pas de tableau de bord. Partagez ce classeur, ou un dossier qui le contient, avec un client intégré ou avec tous les utilisateurs intégrés.',
    tenant: 'Client intégré',
    tenantHint: 'Ceux avec qui ce tableau de bord est partagé',
    session:
      'Sur votre serveur, générez une session pour chaque lecteur. Elle peut être utilisée une fois, dans les cinq minutes.',
    attributes:
      'Là où les politiques d’accès du modèle lisent des attributs du lecteur, ajoutez userAttributes ; sans eux, les graphiques n’ont pas de lignes.',
    sessionLabel: 'Requête qui génère une session',
    frameLabel: 'Cadre du tableau de bord',
    frame: 'Dans votre page, chargez le tableau de bord avec elle :',
  },
  versions: {
    title: 'Versions',
    none: 'Rien n’a encore été publié.',
    unloaded: 'Impossible de charger les versions',
    number: 'Version {{version}}',
    current: 'Ce que voient les lecteurs',
    newest: 'La plus récente',
    publishedBy: '{{time}}, par {{user}}',
    restoredFrom: 'Après la restauration de la version {{version}}',
    restore: 'Restaurer',
    restoreLabel: 'Restaurer la version {{version}}',
    restoreTitle: 'Restaurer la version {{version}} ?',
    restoreText:
      'Le brouillon et les rapports de cette version remplacent les actuels. Ce qui n’en était pas publié est perdu. Les lecteurs la voient une fois publiée.',
    deleteOthers: 'Supprimer les rapports que cette version n’a pas',
    addedLater: 'Ajoutés depuis : {{names}}',
    restored:
      'La version {{version}} est maintenant le brouillon. Publiez-la pour que les lecteurs la voient.',
  },
  status: {
    unpublish: 'Dépublier',
    unpublishTitle: 'Dépublier ce tableau de bord ?',
    unpublishText:
      'Seules les personnes qui modifient le classeur le voient jusqu’à sa prochaine publication. Son adresse reste la même.',
    archive: 'Archiver',
    archiveTitle: 'Archiver ce tableau de bord ?',
    archiveText:
      'Il n’est plus utilisé : seules les personnes qui modifient le classeur le voient, jusqu’à sa prochaine publication.',
    show: 'Le montrer de nouveau aux lecteurs',
    showTitle: 'Montrer de nouveau ce tableau de bord aux lecteurs ?',
    showText: 'Les lecteurs voient sa dernière version à la même adresse.',
  },
};
