import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const workloadTokensSpanish: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Tokens de carga de trabajo',
    hint: 'Con estos tokens, que duran una hora, los procesos se identifican ante nubes y servicios suyos.',
    unloaded: 'No se pudieron cargar las configuraciones',
    none: 'Aún no hay configuraciones',
    noneText: 'Cree una para cada quien que deba confiar en sus procesos.',
    create: 'Nueva configuración',
    actionsFor: 'Acciones de {{name}}',
    isOn: 'Los procesos reciben tokens',
    isOnHint: 'El interruptor de toda la cuenta.',
    enabled: 'Activada',
    disabled: 'Desactivada',
    enable: 'Activar',
    disable: 'Desactivar',
    column: {
      name: 'Nombre',
      variable: 'Variable',
      state: 'Estado',
      actions: 'Acciones',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Otro',
    },
    form: {
      create: 'Nueva configuración',
      edit: 'Editar {{name}}',
      name: 'Nombre',
      nameHint: 'Minúsculas, cifras y guiones; el nombre del archivo.',
      kind: 'Quién confía en los tokens',
      audience: 'Audiencia',
      subject: 'Sujeto',
      subjectHint: 'Con {deployment_id}, {component} y {region}; vacío es svc:deployment:{deployment_id}.',
      variable: 'Variable de entorno',
      variableHint: 'Contiene la ruta del archivo en cada proceso.',
      claims: 'Otros claims',
      claimsHint: 'Un objeto JSON de textos, o de listas de textos.',
      claimsFault: 'Esto no es un objeto JSON.',
    },
    delete: {
      title: '¿Eliminar {{name}}?',
      text: 'Se eliminan sus archivos. Los tokens leídos de ellos duran hasta que terminan, en menos de una hora.',
    },
  },
};
