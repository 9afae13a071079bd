import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const peopleSpanish: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Personas',
    hint: 'Quién puede usar esta cuenta y qué puede hacer.',
    invite: 'Invitar',
    search: 'Buscar por nombre o correo',
    none: 'No se ha encontrado a nadie',
    unloaded: 'No se pudieron cargar los usuarios',
    you: 'Usted',
    deactivated: 'Desactivado',
    noRole: 'Sin rol',
    roleOf: 'Rol de {{name}}',
    actionsOf: 'Acciones de {{name}}',
    attributes: 'Atributos',
    newLink: 'Nuevo enlace de invitación',
    activate: 'Activar',
    access: {
      action: 'Sesiones, aplicaciones y claves',
      title: 'Sesiones, aplicaciones y claves de {{name}}',
      sessions: 'Con la sesión iniciada en',
      noSessions: 'Ningún navegador tiene la sesión iniciada.',
      endAll: 'Terminar todas las sesiones',
      applications: 'Aplicaciones que pueden actuar en su nombre',
      noApplications: 'Ninguna aplicación puede actuar en su nombre.',
      unloaded: 'No se pudieron cargar las sesiones',
      noKeys: 'No tiene claves.',
      keysUnloaded: 'No se pudieron cargar las claves',
    },
    resetFactors: 'Restablecer los segundos factores',
    factorsTitle: '¿Restablecer los segundos factores de {{name}}?',
    factorsText:
      'Para un usuario que los ha perdido: se quitan la aplicación de autenticación, las llaves de acceso y los códigos de recuperación, y terminan sus sesiones. Asegúrese de que quien lo pide es esa persona.',
    deactivate: 'Desactivar',
    deactivateTitle: '¿Desactivar a {{name}}?',
    deactivateText:
      'Sus sesiones, claves y tokens dejan de funcionar de inmediato. Lo que ha creado permanece, y se puede volver a activar.',
    deleteTitle: '¿Eliminar a {{name}}?',
    deleteText:
      'Sus claves y ajustes se van con el usuario. Lo que ha creado permanece y no pertenece a nadie. Esto no se puede deshacer.',
    column: {
      user: 'Usuario',
      role: 'Rol',
      lastLogin: 'Último inicio de sesión',
      actions: 'Acciones',
    },
    role: {
      Viewer: 'Lector',
      Explorer: 'Explorador',
      Developer: 'Desarrollador',
      Admin: 'Administrador',
    },
    roleHint: {
      Viewer: 'Mira lo que se comparte.',
      Explorer: 'También crea informes y libros.',
      Developer: 'También crea modelos de datos y despliegues.',
      Admin: 'Lo gestiona todo, incluidas las personas.',
    },
    inviteForm: {
      title: 'Invitar a un usuario',
      email: 'Correo',
      name: 'Nombre',
      role: 'Rol',
    },
    link: {
      title: 'Enlace de invitación',
      once: 'Envíe este enlace al usuario. Define su contraseña, sirve una vez y durante siete días, y no se vuelve a mostrar.',
      done: 'Ya lo tengo',
    },
  },
};
