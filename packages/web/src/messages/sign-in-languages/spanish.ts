import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in Spanish, also in Mexico. */
export const spanish: SignInTranslation = {
  embedSignIn: {
    done: 'Ha iniciado sesión',
    doneHint: 'Puede cerrar esta ventana.',
    failed: 'No se ha podido entregar el inicio de sesión',
    alone: 'Ninguna vista ha pedido un inicio de sesión',
    aloneHint: 'Vuelva a la página de la que viene y elija allí Iniciar sesión.',
  },
  unsubscribe: {
    title: 'Cancelar la suscripción',
    hint: 'No recibirá más mensajes como este sobre este panel.',
    action: 'Cancelar la suscripción',
    done: 'Suscripción cancelada',
    doneText: 'Ya no recibirá mensajes como este sobre este panel. Puede cerrar esta página.',
    again: 'Volver a enviarlos',
    resumed: 'Vuelve a recibir estos mensajes',
    resumedText: 'Cada uno tiene un enlace para cancelar la suscripción.',
    unloaded: 'Este enlace no se puede usar',
    refused: 'El enlace está incompleto o es demasiado antiguo. Ábralo desde un mensaje más reciente.',
  },
  signIn: {
    title: 'Iniciar sesión',
    hint: 'El primer arranque muestra las credenciales del administrador.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    forgot: '¿Ha olvidado su contraseña?',
    back: 'Volver al inicio de sesión',
    with: 'Continuar con {{name}}',
    or: 'o',
    withPassword: 'Iniciar sesión con contraseña',
    refused: {
      sign_in_failed: 'El correo electrónico o la contraseña no son correctos.',
      password_sign_in_disabled:
        'Aquí no se aceptan contraseñas. Inicie sesión con un proveedor de identidad.',
      sign_in_challenge_unknown:
        'El inicio de sesión ha caducado o comenzó en otro navegador. Empiece de nuevo.',
      second_factor_wrong: 'El código o la llave de acceso no es válido o ya se ha utilizado.',
    },
    problem: {
      deactivated: 'Su usuario está desactivado. Consulte a un administrador.',
      email_missing: 'El proveedor de identidad no ha enviado su correo electrónico.',
      email_unverified: 'El proveedor de identidad no ha verificado su correo electrónico.',
      email_of_another:
        'Su correo electrónico pertenece a un usuario que inicia sesión de otra forma. Consulte a un administrador.',
      not_provisioned: 'Todavía no hay un usuario para usted. Consulte a un administrador.',
      expired: 'Este inicio de sesión ha caducado o comenzó en otro navegador. Inténtelo de nuevo.',
      attribute_mismatch:
        'El proveedor de identidad ha enviado algo que no encaja. Consulte a un administrador.',
      provider_failed: 'El proveedor de identidad no ha iniciado su sesión. Inténtelo de nuevo.',
      other: 'No se ha podido iniciar su sesión. Inténtelo de nuevo.',
    },
  },
  forgotPassword: {
    title: '¿Ha olvidado su contraseña?',
    hint: 'Introduzca su correo electrónico y recibirá un enlace para establecer otra contraseña.',
    send: 'Enviar el enlace',
    sentTitle: 'Revise su correo',
    sentText:
      'Si existe una cuenta para {{email}}, hay un enlace en camino. Sirve una vez, durante una hora.',
    sentHint: '¿Ningún mensaje? Pida un enlace a un administrador.',
  },
  secondFactor: {
    title: 'Un paso más',
    hint: 'Demuestre que es usted con su segundo factor.',
    code: 'Código de la aplicación de autenticación',
    recoveryCode: 'Código de recuperación',
    confirm: 'Confirmar',
    usePasskey: 'Usar una llave de acceso',
    useRecovery: 'Usar un código de recuperación',
    useApp: 'Usar la aplicación de autenticación',
    expired: 'Este inicio de sesión ha caducado',
    expiredText: 'Empiece de nuevo con su contraseña.',
    enrolTitle: 'Configurar un segundo factor',
    enrolHint:
      'Su cuenta exige uno además de la contraseña. Configure una aplicación o una llave de acceso para continuar.',
  },
  passkeySignIn: {
    action: 'Usar una llave de acceso',
    failed: 'El navegador no ha facilitado ninguna llave de acceso.',
  },
  factors: {
    unloaded: 'No se pudo cargar la seguridad de su cuenta',
    totp: {
      title: 'Aplicación de autenticación',
      hint: 'Una aplicación de su teléfono muestra un código nuevo cada 30 segundos.',
      none: 'Sin configurar',
      setUp: 'Configurar',
      dialog: 'Configurar una aplicación de autenticación',
      scan: 'Escanee esta imagen con la aplicación o escriba la clave, e introduzca el código que muestra.',
      picture: 'Código QR con la clave',
      key: 'Clave',
    },
    passkeys: {
      title: 'Llaves de acceso',
      hint: 'Su dispositivo o una llave de seguridad inicia su sesión, con o sin contraseña.',
      none: 'Aún no hay llaves de acceso',
      add: 'Añadir una llave de acceso',
      name: 'Nombre',
      example: 'Portátil del trabajo',
    },
    codes: {
      dialog: 'Sus códigos de recuperación',
      once: 'Solo se muestran esta vez. Guárdelos donde los encuentre sin su teléfono.',
      kept: 'Los he guardado',
    },
    again: {
      title: '¿Es usted?',
      text: 'Este cambio pide su contraseña otra vez. Si no tiene contraseña, cierre la sesión y vuelva a iniciarla.',
      confirm: 'Confirmar',
    },
  },
};
