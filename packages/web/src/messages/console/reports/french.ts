import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const reportsFrench: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Exécuter',
    ran: 'Exécuté le {{time}} sur {{count, number}} lignes que voit {{name}}',
    ranByNobody: 'Exécuté le {{time}} sur {{count, number}} lignes',
    shownToAll: 'Tous ceux qui lisent ce rapport voient ce qu’il a laissé.',
    never: 'Il n’a pas encore été exécuté : les lignes de la requête sont affichées.',
    outdated: 'Périmé',
    outdatedText:
      'Le code ou la requête a changé depuis. Exécutez-le de nouveau pour avoir les nouvelles lignes.',
    failed: 'L’exécution a échoué',
    keptText: 'Ce que l’exécution précédente a laissé reste affiché.',
    printed: 'Ce qu’il a affiché',
    warned: 'Erreurs et avertissements',
  },
};
