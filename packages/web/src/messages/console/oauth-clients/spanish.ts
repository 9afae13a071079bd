import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const oauthClientsSpanish: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'Clientes OAuth',
    hint: 'Programas que los usuarios pueden dejar actuar en su nombre, o en los que inician sesión con esta cuenta.',
    create: 'Nuevo cliente',
    none: 'Aún no hay clientes OAuth',
    noneText:
      'Un programa se registra aquí antes de poder pedir a los usuarios que le dejen actuar en su nombre. La línea de comandos de Oriel siempre está.',
    unloaded: 'No se pudieron cargar los clientes OAuth',
    actionsOf: 'Acciones de {{name}}',
    dynamic: 'Se registró por sí mismo',
    noRedirects: 'Ninguna',
    id: 'Id. de cliente',
    kind: {
      web: 'Aplicación web',
      native: 'Programa en un equipo',
      page: 'Página en un navegador',
      service: 'Servicio',
    },
    column: {
      name: 'Cliente',
      kind: 'Tipo',
      redirects: 'Direcciones de retorno',
      created: 'Creado',
      actions: 'Acciones',
    },
    rotate: 'Sustituir el secreto',
    rotateTitle: '¿Sustituir el secreto de {{name}}?',
    rotateText:
      'El secreto actual deja de funcionar de inmediato: el cliente no obtiene tokens hasta que tenga el nuevo. Los tokens que tiene siguen valiendo.',
    deleteTitle: '¿Eliminar {{name}}?',
    deleteText:
      'Lo que los usuarios le dejaron hacer termina de inmediato y ya no puede pedírselo a nadie. Esto no se puede deshacer.',
    secretTitle: 'El secreto de {{name}}',
    createdTitle: '{{name}} está registrado',
    createdText: 'El programa necesita su id. de cliente. No guarda ningún secreto.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Nuevo cliente OAuth',
      edit: 'Editar {{name}}',
      name: 'Nombre',
      nameHint: 'Los usuarios lo ven cuando se les pregunta.',
      uri: 'Página principal',
      kind: 'Tipo',
      kindHint: {
        web: 'Tiene un servidor, que guarda el secreto.',
        native:
          'Se ejecuta donde está su usuario y no guarda ningún secreto, como una línea de comandos o una app.',
        page: 'Se ejecuta en el navegador y no guarda ningún secreto.',
        service: 'Actúa por sí mismo, como un usuario, con su secreto.',
      },
      redirects: 'Direcciones de retorno',
      redirectsHint:
        'Adónde se devuelve a los usuarios, cada una al pie de la letra. Confirme cada una con Intro.',
      nativeRedirectsHint:
        'Como http://127.0.0.1/callback, con cualquier puerto, o com.example.app:/callback. Confirme cada una con Intro.',
      scopes: 'Puede pedir',
      level: {
        write: 'Leer y cambiar',
        read: 'Leer',
        identity: 'Quién es el usuario',
      },
      user: 'Actúa como',
      userHint: 'Puede hacer lo que este usuario puede.',
      chosenUser: 'Actúa como {{name}}',
      otherUser: 'Elegir otro usuario',
    },
  },
};
