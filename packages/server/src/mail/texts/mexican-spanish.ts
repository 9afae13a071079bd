import type { MailTexts } from './mail-text-types.ts';

export const mexicanSpanish: MailTexts = {
  invitation: {
    title: 'Recibió una invitación a Oriel',
    text: 'Establezca una contraseña para iniciar sesión como {{email}}. El enlace funciona una sola vez, durante siete días.',
    action: 'Establecer una contraseña',
    reason: 'Recibe este mensaje porque un administrador lo invitó.',
  },
  reset: {
    title: 'Establecer otra contraseña',
    text: 'Se solicitó una contraseña nueva para {{email}}. El enlace funciona una sola vez, durante una hora.',
    action: 'Establecer otra contraseña',
    reason: 'Si no fue usted, no haga nada: su contraseña no cambia.',
  },
  changed: {
    title: 'Su contraseña cambió',
    text: 'Se cambió la contraseña de {{email}} y se cerraron las demás sesiones de la consola.',
    reason:
      'Si no fue usted, solicite una contraseña nueva en la página de inicio de sesión y avise a un administrador.',
  },
  notification: {
    unnamed: 'Tablero',
    open: 'Abrir el tablero',
    reason: 'Recibe este mensaje porque es destinatario de este tablero.',
    unsubscribe: 'Cancelar la suscripción',
    withoutData: 'Los datos de este tablero no se pueden descargar, por lo que este mensaje no los incluye.',
    picture: 'El tablero',
    tooLarge: 'Demasiado grandes para adjuntarlos: {{titles}}',
    failed: 'No se pudo cargar este gráfico.',
    causes: {
      unreachable: 'No se puede conectar con la base de datos.',
      timeout: 'La consulta tardó demasiado y se detuvo.',
      memory: 'La consulta necesita más memoria de la que puede usar.',
      tooLarge: 'El resultado es demasiado grande para un mensaje.',
      busy: 'El servidor estaba demasiado ocupado para responder.',
      notConnected: 'Su propia conexión con el origen de datos falta o expiró.',
      model: 'El modelo de datos tiene errores o no está disponible.',
      member: 'Uno de sus campos no está en el modelo de datos o no puede verlo.',
      refused: 'No puede ver sus datos.',
      python: 'Su código de Python falló.',
      other: 'Abra el tablero para ver el motivo.',
    },
    noRows: 'Sin filas',
    moreRows: {
      one: 'y {{count}} fila más en el archivo adjunto',
      other: 'y {{count}} filas más en el archivo adjunto',
    },
  },
  mention: {
    title: '{{author}} lo mencionó en {{dashboard}}',
    unnamed: 'un tablero',
    open: 'Abrir el comentario',
    openYourself: 'Encontrará el comentario junto al tablero, donde lo abre habitualmente.',
    reason: 'Recibe este mensaje porque un comentario lo menciona.',
    unsubscribe: 'Cancelar la suscripción',
  },
  truth: { yes: 'Sí', no: 'No' },
};
