import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const accountSpanish: Translation<typeof accountEnglish> = {
  account: {
    title: 'Ajustes de la cuenta',
    hint: 'Lo que vale para todos los despliegues, usuarios y superficies incrustadas.',
    unloaded: 'No se pudieron cargar los ajustes',
    timezone: {
      title: 'Zona horaria',
      hint: 'Dónde empiezan los días, semanas y meses de los gráficos.',
      enabled: 'Ver las horas en la zona de la cuenta',
      zone: 'Zona',
      override: 'Quien lo ve puede elegir otra',
    },
    python: {
      title: 'Python',
      hint: 'Los informes pueden llevar un script que produce sus filas. Se ejecuta sin red, donde el servidor tiene bubblewrap.',
      allow: 'Ejecutar el Python de los informes',
    },
    downloads: {
      title: 'Descargas',
      hint: 'Todas las formas en que los datos se vuelven un archivo: descargas de la consola, de los paneles incrustados y por correo.',
      restrict: 'No se pueden descargar datos',
    },
    embedding: {
      title: 'Superficies incrustadas',
      hint: 'Lo que muestran cuando la sesión no dice nada al respecto.',
      locale: 'Idioma',
      localeDefault: 'Inglés',
      timezone: 'Zona horaria',
      timezoneDefault: 'La de la cuenta',
      hostDashboardUrl: 'Página de su producto que muestra un panel',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Los mensajes a quienes lo ven enlazan a ella. Se sustituyen {dashboardPublicId}, {embedTenantName} y {externalId}.',
    },
    switchedOn: '{{name}}: activado',
    switchedOff: '{{name}}: desactivado',
    parts: {
      title: 'Lo que se ofrece junto a los paneles',
      hint: 'Se guarda al cambiarlo. Los paneles lo tienen la próxima vez que se abren.',
      withoutAi: 'La IA no está permitida.',
      enableDashboardComments: {
        label: 'Comentarios',
        hint: 'Los lectores de un mismo cliente incrustado conversan junto a un panel.',
        layers:
          'Ninguna sesión ni dirección lo cambia. Hace falta una sesión con externalId y embedTenantName.',
      },
      mailMentions: {
        label: 'Correo al ser mencionado',
        hint: 'Quien es mencionado en un comentario lo recibe por correo, con un enlace para dejar de recibirlos, si el servidor tiene correo.',
        layers:
          'Solo lo recibe quien tiene una dirección de correo en su sesión. El enlace necesita la página de su producto, arriba.',
      },
      allowAi: {
        label: 'IA',
        hint: 'Chats y textos que escribe un agente, en todas las superficies incrustadas. El servidor los rechaza cuando está desactivada.',
        layers: 'Una sesión la prohíbe con allowAi: false. No puede permitir lo que aquí está desactivado.',
      },
      showDashboardChat: {
        label: 'Chat junto a los paneles',
        hint: 'Un botón abre un chat sobre el panel, donde un modelo o consultas certificadas puedan responder.',
        layers: 'Una sesión decide otra cosa con showDashboardChat, true o false.',
      },
      showWorkbookChat: {
        label: 'Chat en la aplicación',
        hint: 'Un botón en cada una de sus páginas y una página propia.',
        layers: 'Una sesión decide otra cosa con showWorkbookChat, true o false.',
      },
      showAiWidgets: {
        label: 'Textos de IA',
        hint: 'Los widgets de IA vuelven a escribir sus textos. Los que existen se muestran de todos modos.',
        layers: 'Una sesión decide otra cosa con showAiWidgets, true o false.',
      },
    },
    creator: {
      title: 'Aplicación incrustada',
      hint: 'Lo que ven alrededor de su espacio de trabajo quienes crean contenido.',
      showWorkspaceTitle: 'El espacio de trabajo tiene título',
      workspaceTitle: 'Título',
      workspaceTitleDefault: 'Espacio de trabajo',
      titles: 'El título en otros idiomas',
      language: 'Idioma {{number}}',
      titleIn: 'Título {{number}}',
      addTitle: 'Añadir un idioma',
      removeTitle: 'Quitar el título {{number}}',
      showSemanticSql: 'Se puede ver la consulta de un informe',
      showSemanticSqlHint: 'Tal como se hace al modelo de datos; no nombra tablas del origen.',
    },
    layers: {
      title: 'Lo que deciden las sesiones y las direcciones',
      hint: 'Su servidor firma los ajustes de una sesión cuando la genera. La dirección de un marco puede cambiarla quien lo mira. Ninguna de las dos concede un derecho.',
      session: 'sesión: {{name}}',
      address: 'dirección: {{name}}',
      parts: {
        comments: {
          name: 'Comentarios',
          rule: 'Decide la cuenta.',
        },
        ai: {
          name: 'IA',
          rule: 'Permitida salvo que la cuenta o la sesión la prohíban.',
        },
        chat: {
          name: 'Chat junto a los paneles',
          rule: 'La sesión y, si no, la cuenta; nunca sin IA.',
        },
        applicationChat: {
          name: 'Chat en la aplicación',
          rule: 'La sesión y, si no, la cuenta; nunca sin IA.',
        },
        widgets: {
          name: 'Textos de IA',
          rule: 'La sesión y, si no, la cuenta; nunca sin IA.',
        },
        authoring: {
          name: 'Chat que guarda contenido',
          rule: 'Permitido salvo que la sesión lo prohíba, en la medida de los derechos de cada uno.',
        },
        downloads: {
          name: 'Descargas',
          rule: 'Solo donde la dirección las pide; las prohíben la sesión, el panel o el bloqueo de la cuenta.',
        },
        sharing: {
          name: 'Compartir en la aplicación',
          rule: 'Se muestra salvo que la sesión lo oculte.',
        },
        header: {
          name: 'Cabecera de los paneles',
          rule: 'Se muestra salvo que la dirección la oculte, entera o en parte.',
        },
        history: {
          name: 'Historial del chat',
          rule: 'Se muestra salvo que la dirección lo oculte.',
        },
        language: {
          name: 'Idioma',
          rule: 'Una acción de la página y, si no, la dirección, la sesión, la cuenta, inglés.',
        },
        colours: {
          name: 'Colores',
          rule: 'Una acción de la página y, si no, la dirección, el sistema de quien mira.',
        },
        timezone: {
          name: 'Zona horaria',
          rule: 'Una acción de la página y, si no, la dirección, la sesión, la cuenta.',
        },
      },
    },
    origins: {
      title: 'Orígenes que pueden incrustar',
      hint: 'Solo las páginas de estos orígenes enmarcan paneles e intercambian mensajes con ellos. Con la lista vacía puede hacerlo toda página que tenga una sesión.',
      label: 'Orígenes',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Orígenes rechazados',
      hint: 'Páginas de estos orígenes quisieron incrustar una superficie y no se les permitió. Permita los que sean suyos; cualquiera puede hacer una página que lo pida.',
      unloaded: 'No se pudieron cargar los orígenes rechazados',
      none: 'No se ha rechazado ninguna página.',
      origin: 'Origen',
      refusals: 'Rechazos',
      last: 'Último rechazo',
      actions: 'Acciones',
      allow: 'Permitir',
      allowOf: 'Permitir {{origin}}',
      forget: 'Olvidar',
      forgetOf: 'Olvidar {{origin}}',
    },
    imageHosts: {
      title: 'Servidores de imágenes',
      hint: 'Los textos solo muestran imágenes de estos servidores. Quien opera un servidor sabe quién mira sus imágenes.',
      label: 'Servidores',
      example: 'images.example.com',
    },
  },
};
