import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const deploymentsSpanish: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'No se pudieron cargar sus despliegues',
    none: 'Aún no hay despliegues',
    noneText:
      'Un despliegue tiene su propio modelo de datos y un espacio de trabajo sobre él. Cree el primero; empieza con un modelo vacío.',
    noneOfYours: 'No tiene acceso a ningún despliegue',
    noneOfYoursText: 'Un administrador de esta cuenta puede darle acceso a uno o crear uno para usted.',
    create: {
      submit: 'Crear el despliegue',
      title: 'Nuevo despliegue',
      name: 'Nombre',
      description: 'De qué trata, como Ventas o Vuelos',
      creating: 'Creando el despliegue …',
      taken: 'Ya hay un despliegue con este nombre. Elija otro.',
      required: 'Hace falta un nombre',
      tooLong: 'Como máximo {{max, number}} caracteres',
    },
  },
};
