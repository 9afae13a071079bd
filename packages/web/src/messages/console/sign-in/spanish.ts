import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const signInSpanish: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Definir otra contraseña',
    set: 'Definir la contraseña',
    revokesKeys: 'Revocar también mis claves de API y las aplicaciones autorizadas',
    revokesKeysHint: 'Si otros pueden haber tenido acceso. Los programas que las usan se detienen.',
  },
  invitation: {
    title: 'Le damos la bienvenida',
    hint: 'Elija una contraseña de al menos {{count}} caracteres.',
    password: 'Contraseña nueva',
    again: 'La misma otra vez',
    different: 'Las dos son diferentes.',
    accept: 'Definir la contraseña',
  },
};
