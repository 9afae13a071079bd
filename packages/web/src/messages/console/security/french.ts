import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const securityFrench: Translation<typeof securityEnglish> = {
  security: {
    title: 'Ma sécurité',
    hint: 'Comment vous vous connectez, et où vous êtes connecté.',
    password: {
      title: 'Mot de passe',
      hint: 'Un changement met fin à vos autres sessions.',
      current: 'Mot de passe actuel',
      change: 'Changer le mot de passe',
      changed: 'Votre mot de passe a été changé.',
    },
    totp: {
      since: 'Configurée depuis le {{day}}',
      remove: 'Retirer',
      removeTitle: 'Retirer l’application d’authentification ?',
      removeText:
        'Ses codes ne sont plus demandés. Sans autre facteur, seul votre mot de passe protège le compte.',
    },
    passkeys: {
      name: 'Nom',
      added: 'Ajoutée',
      lastUsed: 'Dernière utilisation',
      actions: 'Actions',
      rename: 'Renommer',
      renameNamed: 'Renommer {{name}}',
      remove: 'Retirer',
      removeNamed: 'Retirer {{name}}',
      removeTitle: 'Retirer {{name}} ?',
      removeText: 'Elle ne vous connecte plus. Retirez-la aussi de l’appareil.',
    },
    codes: {
      title: 'Codes de récupération',
      hint: 'Chacun remplace une fois votre second facteur, si vous l’avez perdu.',
      left_one: '{{count}} code restant',
      left_many: '{{count}} codes restants',
      left_other: '{{count}} codes restants',
      renew: 'Nouveaux codes',
      renewTitle: 'Créer de nouveaux codes de récupération ?',
      renewText: 'Les codes que vous avez ne fonctionneront plus.',
    },
    sessions: {
      title: 'Sessions',
      hint: 'Où vous êtes connecté. Changez votre mot de passe si vous n’en reconnaissez pas une.',
      device: 'Appareil',
      address: 'Adresse',
      method: 'Connecté avec',
      lastUsed: 'Dernière utilisation',
      current: 'Celle-ci',
      unknown: 'Navigateur inconnu',
      browserOn: '{{browser}} sur {{system}}',
      actions: 'Actions',
      end: 'Terminer',
      endNamed: 'Terminer la session de {{device}}',
      endOthers: 'Terminer toutes les autres',
      endOthersTitle: 'Terminer toutes les autres sessions ?',
      endOthersText: 'Tous les autres navigateurs devront se reconnecter.',
      onPhone: '{{address}}, dernière utilisation {{day}}',
      methods: {
        password: 'Mot de passe',
        passkey: 'Clé d’accès',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
