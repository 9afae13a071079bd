import type { dashboardEnglish } from '../english/dashboard-english.ts';
import type { Translation } from '../translation/translation.ts';
import { spanish } from './spanish.ts';

/** Spanish as in Mexico: the past without an auxiliary verb, `gráfica`, `monto` and `tablero`. */
export const mexicanSpanish: Translation<typeof dashboardEnglish> = {
  ...spanish,
  chart: {
    ...spanish.chart,
    label_one: '{{title}}: una gráfica de {{count, number}} fila. Sus valores están en la vista de tabla.',
    label_many: '{{title}}: una gráfica de {{count, number}} filas. Sus valores están en la vista de tabla.',
    label_other: '{{title}}: una gráfica de {{count, number}} filas. Sus valores están en la vista de tabla.',
    viewAsChart: 'Ver como gráfica',
  },
  summary: {
    ...spanish.summary,
    stale: 'Escrito el {{time}}, antes de que cambiaran los filtros o el tablero.',
    failed: 'No se pudo escribir el resumen.',
  },
  sample: { ...spanish.sample, amount: 'Monto' },
  export: {
    ...spanish.export,
    menu: 'Exportar el tablero',
    waits: 'Esta vista expiró. El archivo se creará cuando se reanude.',
    failed: 'No se pudo crear el archivo.',
  },
  drill: { ...spanish.drill, failed: 'No se pudieron cargar las filas.' },
  app: { failed: 'Este tablero tiene un error. Su autor puede corregirlo.' },
  problem: {
    failed: { title: 'No se pudo cargar esta gráfica', text: 'No se pudieron cargar sus datos.' },
    slow: { title: 'No se pudo cargar esta gráfica', text: 'Sus datos tardaron demasiado en llegar.' },
    cutOff: {
      title: 'No se pudo cargar esta gráfica',
      text: 'La respuesta terminó antes de estar completa.',
    },
    code: { title: 'No se pudo cargar esta gráfica', text: 'No llegó el código que la dibuja.' },
    refused: {
      title: 'Esta gráfica tiene un error',
      text: 'Pide datos que no existen. El autor del tablero puede corregirla.',
    },
    forbidden: { title: 'Esta gráfica no está disponible', text: 'No tiene acceso a sus datos.' },
    noQuery: {
      title: 'Esta gráfica no tiene consulta',
      text: 'El autor del tablero puede elegir sus datos.',
    },
    drawing: {
      title: 'Esta gráfica tiene un error',
      text: 'Sus datos no se pueden dibujar así. El autor del tablero puede corregirla.',
    },
    outside: {
      title: 'Esta gráfica no se muestra',
      text: 'Nombra una dirección o una parte de la página. Una gráfica solo muestra sus datos; su autor puede corregirla.',
    },
    mapHost: {
      title: 'Este mapa no se muestra',
      text: 'Sus regiones vienen de un servidor que aquí no está permitido. Un administrador puede permitirlo.',
    },
    mapSource: {
      title: 'No se pudo cargar este mapa',
      text: 'Sus regiones no se pudieron cargar, o el archivo no contiene ninguna.',
    },
    pythonFailed: {
      title: 'El Python de esta gráfica falló',
      text: 'No se pudieron calcular sus filas. El autor del informe puede corregirlo.',
    },
    pythonRefused: {
      title: 'El Python de esta gráfica no se ejecuta',
      text: 'Aquí está desactivado, o el servidor no puede ejecutarlo. Un administrador puede cambiarlo.',
    },
  },
  outage: {
    unreachable: 'No se puede conectar con el servidor. Se reintenta automáticamente.',
    expired: 'Esta vista expiró. Vuelva a cargar la página de la que viene.',
    refused: 'Los datos de este tablero no se pueden mostrar aquí.',
    missing: 'El modelo de datos de este tablero no está disponible. Avise a quienes lo operan.',
    now: 'Reintentar ahora',
  },
  values: { ...spanish.values, failed: 'No se pudieron cargar los valores.' },
  grain: { ...spanish.grain, own: 'La de cada gráfica' },
  condition: {
    ...spanish.condition,
    any: { ...spanish.condition.any, starts_with: 'empieza con', not_starts_with: 'no empieza con' },
  },
  session: {
    ...spanish.session,
    used: 'Esta vista expiró. Vuelva a cargar la página de la que viene.',
  },
};
