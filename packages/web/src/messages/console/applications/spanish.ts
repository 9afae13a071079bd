import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const applicationsSpanish: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Aplicaciones',
    hint: 'Lo que ha dejado actuar en su nombre, como la línea de comandos de Oriel. Todo se puede retirar en cualquier momento.',
    none: 'Ninguna aplicación',
    noneText: 'Una aplicación aparece aquí cuando le ha permitido actuar en su nombre.',
    unloaded: 'No se pudieron cargar las aplicaciones',
    builtIn: 'Parte de Oriel',
    remembered: 'No vuelve a preguntar',
    write: 'Lee y cambia',
    read: 'Lee',
    identity: 'Inicia su sesión',
    allDeployments: 'Todos los despliegues',
    onPhone: 'Desde {{since}}, usada por última vez {{used}}',
    withdraw: 'Retirar',
    withdrawNamed: 'Retirar {{name}}',
    withdrawTitle: '¿Retirar {{name}}?',
    withdrawText:
      'Lo que esté haciendo en su nombre se interrumpe con su próxima petición. Aquí no se puede devolver: la aplicación tiene que volver a pedírselo.',
    column: {
      name: 'Aplicación',
      gets: 'Puede',
      since: 'Desde',
      lastUsed: 'Último uso',
      actions: 'Acciones',
    },
  },
};
