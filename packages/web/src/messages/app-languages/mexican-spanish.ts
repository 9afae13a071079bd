import type { AppTranslation } from './app-translation.ts';
import { spanish } from './spanish.ts';

/** Spanish as in Mexico, where it differs from that of Spain. */
export const mexicanSpanish: AppTranslation = {
  ...spanish,
  dashboard: {
    ...spanish.dashboard,
    embed: 'Insertar',
    embeddable: 'Se puede insertar',
    notEmbeddable: 'No se puede insertar',
  },
  report: {
    ...spanish.report,
    pythonFailed: 'El Python de este informe falló',
    pythonFailedText: 'No se pudieron calcular sus filas. El autor del informe puede corregirlo.',
  },
  reportExport: { ...spanish.reportExport, failed: 'No se pudo crear el archivo' },
  share: {
    ...spanish.share,
    allEmbedUsers: 'Todos los usuarios insertados',
    embedTenant: 'Cliente insertado',
  },
};
