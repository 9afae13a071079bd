import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const reportsSpanish: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Ejecutar',
    ran: 'Ejecutado el {{time}} sobre {{count, number}} filas que ve {{name}}',
    ranByNobody: 'Ejecutado el {{time}} sobre {{count, number}} filas',
    shownToAll: 'Todos los que leen este informe ven lo que dejó.',
    never: 'Aún no se ha ejecutado: se muestran las filas de la consulta.',
    outdated: 'Desactualizado',
    outdatedText:
      'El código o la consulta han cambiado desde entonces. Ejecútelo de nuevo para tener las filas nuevas.',
    failed: 'La ejecución ha fallado',
    keptText: 'Se sigue mostrando lo que dejó la ejecución anterior.',
    printed: 'Lo que imprimió',
    warned: 'Errores y advertencias',
  },
};
