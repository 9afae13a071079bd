import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const queryFrench: Translation<typeof queryEnglish> = {
  query: {
    title: 'Requête',
    save: 'Enregistrer comme rapport',
    missing: 'Aucune requête',
    missingText: 'L’adresse de cette page ne contient aucune requête de l’API de requêtes.',
  },
};
