import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const shellSpanish: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Nunca',
  shell: {
    skip: 'Saltar al contenido',
    logo: 'Inicio',
    navigation: 'Navegación',
    main: 'Principal',
    workspace: 'Espacio de trabajo',
    chat: 'Chat',
    thisAccount: 'Cuenta',
    thisDeployment: 'Despliegue',
    apiReference: 'Referencia de la API',
    iconsOnly: 'Mostrar solo iconos',
    iconsAndNames: 'Mostrar iconos y nombres',
    unopened: 'No se pudo abrir la consola',
    deployment: 'Despliegue',
    newDeployment: 'Nuevo despliegue',
    account: 'Cuenta de {{email}}',
    shortcuts: 'Atajos de teclado',
    signOut: 'Cerrar sesión',
    signOutUnsaved: '¿Cerrar sesión sin guardar?',
    signOutUnsavedHint: 'Hay cambios que no se han guardado. Se pierden al cerrar sesión.',
    colours: {
      label: 'Colores: {{scheme}}',
      light: 'claros',
      dark: 'oscuros',
      auto: 'como el sistema',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'En cualquier lugar',
      help: 'Mostrar esta ayuda',
      search: 'Buscar en el espacio de trabajo, cuando está abierto',
    },
    list: {
      place: 'En la lista',
      walk: 'Ir a la fila de arriba o de abajo',
      open: 'Abrir la fila',
      select: 'Seleccionar la fila o quitarla de la selección',
      selectRange: 'Seleccionar desde la última hasta esta fila',
      selectAll: 'Seleccionar todo lo cargado',
      selectNone: 'Quitar la selección',
    },
    tree: {
      place: 'En el árbol de carpetas',
      walk: 'Ir a la carpeta de arriba o de abajo',
      open: 'Abrir la carpeta y luego entrar en ella',
      close: 'Cerrar la carpeta y luego ir a la que la contiene',
      ends: 'Ir a la primera o la última carpeta',
      choose: 'Mostrar la carpeta',
    },
  },
};
