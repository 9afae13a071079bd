import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const oauthSpanish: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Permitir el acceso',
      title: '¿Permitir {{name}}?',
      asks: '{{name}} pide actuar en su nombre en {{account}}.',
      signedInAs: 'Ha iniciado sesión como {{email}}.',
      notYou: 'Usar otra cuenta',
      gets: 'Lo que recibe',
      address: 'Dice que está en {{host}}',
      builtIn: 'Parte de Oriel',
      goesTo: 'Continuará en {{host}}.',
      goesToProgram: 'Volverá a un programa de este equipo.',
      remember: 'No volver a preguntar',
      rememberHint: 'Recibe lo mismo durante un año, salvo que lo retire.',
      withdraw: 'Puede retirarlo en cualquier momento en Aplicaciones.',
      allow: 'Permitir',
      deny: 'Denegar',
      gone: 'Esta solicitud ya no está abierta',
      goneText: 'Ha caducado o ya se ha respondido. Vuelva a la aplicación y empiece de nuevo.',
      again: 'Primero vuelva a iniciar sesión',
      againText: '{{name}} quiere asegurarse de que es usted: inicie sesión otra vez y volverá aquí.',
      unloaded: 'No se pudo cargar la solicitud',
    },
    scope: {
      write: 'Leer y cambiar todo lo que usted puede',
      read: 'Leer todo lo que usted puede ver, sin cambiar nada',
      everywhere: 'En todos sus despliegues',
      somewhere_one: 'En un despliegue: {{names}}',
      somewhere_many: 'En {{count, number}} despliegues: {{names}}',
      somewhere_other: 'En {{count, number}} despliegues: {{names}}',
      identity: 'Saber que es usted',
      email: 'Conocer su dirección de correo',
      offline: 'Continuar mientras no esté, hasta que lo retire',
      nothing: 'Nada más que su consentimiento',
    },
    device: {
      title: 'Conectar un dispositivo',
      hint: 'Escriba el código que muestra la terminal o el dispositivo.',
      code: 'Código',
      codeExample: 'XXXX-XXXX',
      next: 'Continuar',
      wrong:
        'Este código es incorrecto, ha caducado o ya se usó. Mire otra vez el dispositivo o empiece de nuevo en él.',
      compare: '¿Muestra su dispositivo este código?',
      warning:
        'Continúe solo si lo ha iniciado usted. Un código o un enlace que le hayan enviado es una trampa: deniéguelo, o quien lo envía actuará en su nombre.',
      from: 'Solicitado desde {{address}}',
      fromProgram: 'Solicitado desde {{address}} por {{program}}',
      other: 'Escribir otro código',
      allowed: 'Su dispositivo está conectado',
      allowedText: 'Continúe en él. Puede cerrar esta página.',
      denied: 'No se ha permitido nada',
      deniedText: 'Se ha informado al dispositivo. Puede cerrar esta página.',
    },
  },
};
