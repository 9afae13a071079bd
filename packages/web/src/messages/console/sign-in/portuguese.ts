import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const signInPortuguese: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Definir outra palavra-passe',
    set: 'Definir a palavra-passe',
    revokesKeys: 'Revogar também as minhas chaves de API e aplicações autorizadas',
    revokesKeysHint: 'Se outros podem ter tido acesso. Os programas que os usam param.',
  },
  invitation: {
    title: 'Bem-vindo',
    hint: 'Escolha uma palavra-passe de pelo menos {{count}} caracteres.',
    password: 'Nova palavra-passe',
    again: 'A mesma de novo',
    different: 'As duas são diferentes.',
    accept: 'Definir a palavra-passe',
  },
};
