import type { MailTexts } from './mail-text-types.ts';

export const spanish: MailTexts = {
  invitation: {
    title: 'Ha recibido una invitación a Oriel',
    text: 'Establezca una contraseña para iniciar sesión como {{email}}. El enlace funciona una sola vez, durante siete días.',
    action: 'Establecer una contraseña',
    reason: 'Recibe este mensaje porque un administrador le ha invitado.',
  },
  reset: {
    title: 'Establecer otra contraseña',
    text: 'Se ha solicitado una contraseña nueva para {{email}}. El enlace funciona una sola vez, durante una hora.',
    action: 'Establecer otra contraseña',
    reason: 'Si no ha sido usted, no haga nada: su contraseña no cambia.',
  },
  changed: {
    title: 'Su contraseña ha cambiado',
    text: 'Se ha cambiado la contraseña de {{email}} y se han cerrado las demás sesiones de la consola.',
    reason:
      'Si no ha sido usted, solicite una contraseña nueva en la página de inicio de sesión y avise a un administrador.',
  },
  notification: {
    unnamed: 'Panel',
    open: 'Abrir el panel',
    reason: 'Recibe este mensaje porque es destinatario de este panel.',
    unsubscribe: 'Cancelar la suscripción',
    withoutData: 'Los datos de este panel no se pueden descargar, por lo que este mensaje no los incluye.',
    picture: 'El panel',
    tooLarge: 'Demasiado grandes para adjuntarlos: {{titles}}',
    failed: 'No se ha podido cargar este gráfico.',
    causes: {
      unreachable: 'No se puede conectar con la base de datos.',
      timeout: 'La consulta ha tardado demasiado y se ha detenido.',
      memory: 'La consulta necesita más memoria de la que puede usar.',
      tooLarge: 'El resultado es demasiado grande para un mensaje.',
      busy: 'El servidor estaba demasiado ocupado para responder.',
      notConnected: 'Su propia conexión con el origen de datos falta o ha caducado.',
      model: 'El modelo de datos tiene errores o no está disponible.',
      member: 'Uno de sus campos no está en el modelo de datos o no puede verlo.',
      refused: 'No puede ver sus datos.',
      python: 'Su código de Python ha fallado.',
      other: 'Abra el panel para ver el motivo.',
    },
    noRows: 'Sin filas',
    moreRows: {
      one: 'y {{count}} fila más en el archivo adjunto',
      other: 'y {{count}} filas más en el archivo adjunto',
    },
  },
  mention: {
    title: '{{author}} le ha mencionado en {{dashboard}}',
    unnamed: 'un panel',
    open: 'Abrir el comentario',
    openYourself: 'Encontrará el comentario junto al panel, donde lo abre habitualmente.',
    reason: 'Recibe este mensaje porque un comentario le menciona.',
    unsubscribe: 'Cancelar la suscripción',
  },
  truth: { yes: 'Sí', no: 'No' },
};
