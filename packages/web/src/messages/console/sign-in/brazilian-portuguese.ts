import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const signInBrazilianPortuguese: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Definir outra senha',
    set: 'Definir a senha',
    revokesKeys: 'Revogar também as minhas chaves de API e aplicativos autorizados',
    revokesKeysHint: 'Se outros podem ter tido acesso. Os programas que os usam param.',
  },
  invitation: {
    title: 'Boas-vindas',
    hint: 'Escolha uma senha de pelo menos {{count}} caracteres.',
    password: 'Nova senha',
    again: 'A mesma de novo',
    different: 'As duas são diferentes.',
    accept: 'Definir a senha',
  },
};
