import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const signInItalian: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Imposta un’altra password',
    set: 'Imposta la password',
    revokesKeys: 'Revoca anche le mie chiavi API e le applicazioni autorizzate',
    revokesKeysHint: 'Se altri possono aver avuto accesso. I programmi che le usano si fermano.',
  },
  invitation: {
    title: 'Benvenuto',
    hint: 'Scelga una password di almeno {{count}} caratteri.',
    password: 'Nuova password',
    again: 'La stessa ancora una volta',
    different: 'Le due sono diverse.',
    accept: 'Imposta la password',
  },
};
