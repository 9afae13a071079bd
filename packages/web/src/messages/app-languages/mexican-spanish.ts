import type { AppTranslation } from '../app-translation.ts';
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
  share: {
    ...spanish.share,
    allEmbedUsers: 'Todos los usuarios insertados',
    embedTenant: 'Cliente insertado',
  },
};
