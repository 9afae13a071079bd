import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const querySpanish: Translation<typeof queryEnglish> = {
  query: {
    title: 'Consulta',
    save: 'Guardar como informe',
    missing: 'Sin consulta',
    missingText: 'La dirección de esta página no tiene ninguna consulta de la API de consultas.',
  },
};
