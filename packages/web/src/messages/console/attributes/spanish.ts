import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const attributesSpanish: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Atributos',
    hint: 'Datos sobre los usuarios que leen las políticas de acceso y los filtros de los modelos de datos, como una región.',
    create: 'Nuevo atributo',
    none: 'Aún no hay atributos',
    noneText:
      'Con un atributo, una sola política de acceso muestra a cada usuario las filas de su región, tienda o cliente.',
    unloaded: 'No se pudieron cargar los atributos',
    noDefault: 'Ninguno',
    editNamed: 'Editar {{name}}',
    ofUser: 'Atributos de {{name}}',
    noneToSet: 'La cuenta aún no tiene atributos. Se crean en la página Atributos.',
    column: {
      name: 'Atributo',
      type: 'Tipo',
      default: 'Predeterminado',
      actions: 'Acciones',
    },
    type: {
      string: 'Texto',
      number: 'Número',
      boolean: 'Verdadero o falso',
      string_array: 'Lista de textos',
      number_array: 'Lista de números',
    },
    valueHint: {
      string: 'Un texto. Vacío para ninguno.',
      number: 'Un número. Vacío para ninguno.',
      boolean: 'true o false. Vacío para ninguno.',
      string_array: 'Textos separados por comas. Vacío para ninguno.',
      number_array: 'Números separados por comas. Vacío para ninguno.',
    },
    form: {
      create: 'Nuevo atributo',
      edit: 'Editar {{name}}',
      name: 'Nombre',
      nameHint: 'Como lo escriben los modelos: userAttributes.NAME. No se puede cambiar después.',
      type: 'Tipo',
      displayName: 'Nombre para mostrar',
      description: 'Descripción',
      default: 'Predeterminado',
    },
  },
};
