import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const dashboardsSpanish: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Incrustar este panel',
    notAllowed: 'La incrustación firmada aún no está permitida en este panel.',
    allow: 'Permitirla',
    notShared: 'Ningún cliente incrustado tiene acceso',
    notSharedText:
      'Una sesión no encontraría ningún panel. Comparta este libro, o una carpeta que lo contenga, con un cliente incrustado o con todos los usuarios incrustados.',
    tenant: 'Cliente incrustado',
    tenantHint: 'Aquellos con los que se comparte este panel',
    session:
      'En su servidor, genere una sesión para cada persona. Se puede usar una vez, en un plazo de cinco minutos.',
    attributes:
      'Donde las políticas de acceso del modelo miran atributos de la persona, añada userAttributes; sin ellos los gráficos no tienen filas.',
    sessionLabel: 'Petición que genera una sesión',
    frameLabel: 'Marco del panel',
    frame: 'En su página, cargue el panel con ella:',
  },
  versions: {
    title: 'Versiones',
    none: 'Aún no se ha publicado nada.',
    unloaded: 'No se pudieron cargar las versiones',
    number: 'Versión {{version}}',
    current: 'Lo que se ve publicado',
    newest: 'La más reciente',
    publishedBy: '{{time}}, por {{user}}',
    restoredFrom: 'Tras restaurar la versión {{version}}',
    restore: 'Restaurar',
    restoreLabel: 'Restaurar la versión {{version}}',
    restoreTitle: '¿Restaurar la versión {{version}}?',
    restoreText:
      'El borrador y los informes de esta versión ocupan el lugar de los actuales. Se pierde lo que de ellos no se había publicado. Los demás la ven cuando se publique.',
    deleteOthers: 'Eliminar los informes que esta versión no tiene',
    addedLater: 'Añadidos desde entonces: {{names}}',
    restored: 'La versión {{version}} es ahora el borrador. Publíquela para que los demás la vean.',
  },
  status: {
    unpublish: 'Retirar la publicación',
    unpublishTitle: '¿Retirar la publicación de este panel?',
    unpublishText:
      'Solo lo ven quienes editan el libro hasta que se publique de nuevo. Su dirección no cambia.',
    archive: 'Archivar',
    archiveTitle: '¿Archivar este panel?',
    archiveText: 'Ya no se usa: solo lo ven quienes editan el libro, hasta que se publique de nuevo.',
    show: 'Volver a mostrarlo',
    showTitle: '¿Volver a mostrar este panel?',
    showText: 'Los demás ven su versión más reciente en la misma dirección.',
  },
};
