import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const signInFrench: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Définir un autre mot de passe',
    set: 'Définir le mot de passe',
    revokesKeys: 'Révoquer aussi mes clés d’API et mes applications autorisées',
    revokesKeysHint: 'Si d’autres ont pu y avoir accès. Les programmes qui les utilisent s’arrêtent.',
  },
  invitation: {
    title: 'Bienvenue',
    hint: 'Choisissez un mot de passe d’au moins {{count}} caractères.',
    password: 'Nouveau mot de passe',
    again: 'Le même encore une fois',
    different: 'Les deux sont différents.',
    accept: 'Définir le mot de passe',
  },
};
