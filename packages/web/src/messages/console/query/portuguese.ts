import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const queryPortuguese: Translation<typeof queryEnglish> = {
  query: {
    title: 'Consulta',
    save: 'Guardar como relatório',
    missing: 'Nenhuma consulta',
    missingText: 'O endereço desta página não tem uma consulta da API de consultas.',
  },
};
