import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const connectionsSpanish: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Cuentas conectadas',
    hint: 'Orígenes de datos que se leen con su propio acceso. Oriel guarda el acceso por usted y no se lo muestra a nadie.',
    unloaded: 'No se pudieron cargar sus cuentas conectadas',
    none: 'Nada a lo que conectarse',
    noneText: 'Ningún origen de datos de esta cuenta se lee con el acceso de sus usuarios.',
    connect: 'Conectar',
    reconnect: 'Volver a conectar',
    disconnect: 'Desconectar',
    connectNamed: 'Conectar con {{name}}',
    disconnectNamed: 'Desconectar de {{name}}',
    until: 'El acceso se renueva solo; por ahora hasta {{time}}.',
    since: 'Conectado el {{time}}.',
    connected: 'Está conectado.',
    failed: 'No está conectado. El motivo está abajo.',
    lastError: 'Último error: {{error}}',
    status: {
      active: 'Conectada',
      expired: 'Terminada',
      error: 'Con error',
      none: 'Sin conectar',
    },
    remove: {
      title: '¿Desconectar de {{name}}?',
      text: 'Los gráficos de sus orígenes de datos no le muestran nada hasta que vuelva a conectarse. Lo que ven otros no cambia.',
    },
  },
};
