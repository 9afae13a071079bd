import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const groupsSpanish: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Grupos',
    hint: 'Usuarios que reciben roles y contenido compartido en conjunto. Los modelos de datos nombran grupos en sus políticas de acceso.',
    create: 'Nuevo grupo',
    search: 'Buscar por nombre',
    none: 'Aún no hay grupos',
    noneText:
      'Un grupo da roles a sus usuarios, y lo que se comparte con él se comparte con cada uno de ellos.',
    notFound: 'Ningún grupo tiene esto en su nombre',
    unloaded: 'No se pudieron cargar los grupos',
    actionsOf: 'Acciones de {{name}}',
    users: 'Usuarios',
    usersOf: 'Usuarios de {{name}}',
    usersUnloaded: 'No se pudieron cargar los usuarios del grupo',
    noUsers: 'El grupo aún no tiene usuarios.',
    addUser: 'Añadir un usuario',
    addUserHint: 'Nombre o correo',
    removeUser: 'Quitar a {{name}} del grupo',
    userCount_one: '{{count, number}} usuario',
    userCount_many: '{{count, number}} usuarios',
    userCount_other: '{{count, number}} usuarios',
    deleteTitle: '¿Eliminar {{name}}?',
    deleteText:
      'Sus usuarios pierden los roles que da y lo que se comparte con él. Las políticas de acceso que lo nombran no se aplican a nadie. Esto no se puede deshacer.',
    column: {
      name: 'Grupo',
      roles: 'Roles',
      users: 'Usuarios',
      actions: 'Acciones',
    },
    form: {
      create: 'Nuevo grupo',
      edit: 'Editar {{name}}',
      name: 'Nombre',
      nameHint: 'Como lo escriben las políticas de acceso de los modelos de datos.',
      description: 'Descripción',
      roles: 'Roles',
      rolesHint: 'Los tienen todos los usuarios del grupo, además de los suyos.',
    },
  },
};
