import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const queryBrazilianPortuguese: Translation<typeof queryEnglish> = {
  query: {
    title: 'Consulta',
    save: 'Salvar como relatório',
    missing: 'Nenhuma consulta',
    missingText: 'O endereço desta página não tem uma consulta da API de consultas.',
  },
};
