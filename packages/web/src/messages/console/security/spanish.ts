import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const securitySpanish: Translation<typeof securityEnglish> = {
  security: {
    title: 'Mi seguridad',
    hint: 'Cómo inicia sesión y dónde la tiene iniciada.',
    password: {
      title: 'Contraseña',
      hint: 'Un cambio termina sus otras sesiones.',
      current: 'Contraseña actual',
      change: 'Cambiar la contraseña',
      changed: 'Su contraseña se ha cambiado.',
    },
    totp: {
      since: 'Configurada desde {{day}}',
      remove: 'Quitar',
      removeTitle: '¿Quitar la aplicación de autenticación?',
      removeText:
        'Ya no se piden sus códigos. Sin otro factor, lo único que protege la cuenta es su contraseña.',
    },
    passkeys: {
      name: 'Nombre',
      added: 'Añadida',
      lastUsed: 'Último uso',
      actions: 'Acciones',
      rename: 'Cambiar el nombre',
      renameNamed: 'Cambiar el nombre de {{name}}',
      remove: 'Quitar',
      removeNamed: 'Quitar {{name}}',
      removeTitle: '¿Quitar {{name}}?',
      removeText: 'Ya no inicia su sesión. Quítela también del dispositivo.',
    },
    codes: {
      title: 'Códigos de recuperación',
      hint: 'Cada uno sustituye una vez a su segundo factor, si lo ha perdido.',
      left_one: 'Queda {{count}} código',
      left_many: 'Quedan {{count}} códigos',
      left_other: 'Quedan {{count}} códigos',
      renew: 'Códigos nuevos',
      renewTitle: '¿Crear códigos de recuperación nuevos?',
      renewText: 'Los códigos que tiene dejan de funcionar.',
    },
    sessions: {
      title: 'Sesiones',
      hint: 'Dónde tiene la sesión iniciada. Cambie la contraseña si no reconoce alguna.',
      device: 'Dispositivo',
      address: 'Dirección',
      method: 'Iniciada con',
      lastUsed: 'Último uso',
      current: 'Esta',
      unknown: 'Navegador desconocido',
      browserOn: '{{browser}} en {{system}}',
      actions: 'Acciones',
      end: 'Terminar',
      endNamed: 'Terminar la sesión de {{device}}',
      endOthers: 'Terminar todas las demás',
      endOthersTitle: '¿Terminar todas las demás sesiones?',
      endOthersText: 'Todos los demás navegadores tienen que volver a iniciar sesión.',
      onPhone: '{{address}}, último uso {{day}}',
      methods: {
        password: 'Contraseña',
        passkey: 'Llave de acceso',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
