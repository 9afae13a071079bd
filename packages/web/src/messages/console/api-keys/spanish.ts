import type { Translation } from '../../translation/translation.ts';
import type { apiKeysEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const apiKeysSpanish: Translation<typeof apiKeysEnglish> = {
  apiKeys: {
    title: 'Claves de API',
    hint: 'Una clave actúa como usted, en los despliegues a los que llega.',
    scim: 'Los proveedores de identidad gestionan usuarios por SCIM 2.0 con la clave de un administrador, en',
    create: 'Nueva clave',
    unloaded: 'No se pudieron cargar sus claves',
    none: 'Aún no tiene claves',
    noneText: 'Los programas inician sesión con una clave en lugar de una contraseña.',
    column: {
      name: 'Nombre',
      key: 'Clave',
      reaches: 'Alcanza',
      lastUsed: 'Último uso',
      expires: 'Caduca',
      actions: 'Acciones',
    },
    prefix: '{{prefix}}…',
    onPhone: 'Último uso: {{used}}. Caduca: {{expires}}',
    allDeployments: 'Todos los despliegues',
    readOnly: 'Solo lee',
    replace: 'Sustituir',
    replaceNamed: 'Sustituir {{name}}',
    replaceTitle: '¿Sustituir {{name}}?',
    replaceText:
      'Recibe una clave nueva que puede hacer lo mismo. La anterior sigue funcionando un día para que pueda cambiarla.',
    revoke: 'Revocar',
    revokeNamed: 'Revocar {{name}}',
    revokeTitle: '¿Revocar {{name}}?',
    revokeText: 'Lo que use esta clave deja de funcionar de inmediato.',
    form: {
      title: 'Nueva clave de API',
      name: 'Nombre',
      nameHint: 'Para qué es la clave',
      deployments: 'Despliegues',
      all: 'Todos',
      tags: 'Puede llamar a',
      tagsHint: 'Grupos de operaciones, como los nombra la referencia de la API',
      everything: 'Todo',
      noTag: 'No existe ese grupo',
      readOnly: 'Solo puede leer',
      readOnlyHint: 'Se rechaza lo que cambie algo',
      expires: 'Caduca',
      in30Days: 'En 30 días',
      in90Days: 'En 90 días',
      inAYear: 'En un año',
    },
    secret: {
      title: 'Su nueva clave',
      once: 'Cópiela ahora. No se vuelve a mostrar.',
      done: 'Ya la tengo',
    },
  },
};
