import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const oauthFrench: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Autoriser l’accès',
      title: 'Autoriser {{name}} ?',
      asks: '{{name}} demande à agir pour vous dans {{account}}.',
      signedInAs: 'Vous êtes connecté en tant que {{email}}.',
      notYou: 'Utiliser un autre compte',
      gets: 'Ce que l’application obtient',
      address: 'Dit se trouver à {{host}}',
      builtIn: 'Fait partie d’Oriel',
      goesTo: 'Vous continuerez vers {{host}}.',
      goesToProgram: 'Vous retournerez à un programme sur cet ordinateur.',
      remember: 'Ne plus demander',
      rememberHint: 'Elle obtient la même chose pendant un an, sauf si vous le retirez.',
      withdraw: 'Vous pouvez le retirer à tout moment dans Applications.',
      allow: 'Autoriser',
      deny: 'Refuser',
      gone: 'Cette demande n’est plus ouverte',
      goneText: 'Elle a expiré ou a déjà reçu une réponse. Retournez à l’application et recommencez.',
      again: 'Reconnectez-vous d’abord',
      againText:
        '{{name}} veut s’assurer que c’est bien vous : connectez-vous encore une fois, puis vous reviendrez ici.',
      unloaded: 'Impossible de charger la demande',
    },
    scope: {
      write: 'Lire et modifier tout ce que vous pouvez',
      read: 'Lire tout ce que vous pouvez voir, sans rien modifier',
      everywhere: 'Dans tous vos déploiements',
      somewhere_one: 'Dans un déploiement : {{names}}',
      somewhere_many: 'Dans {{count, number}} déploiements : {{names}}',
      somewhere_other: 'Dans {{count, number}} déploiements : {{names}}',
      identity: 'Savoir que c’est vous',
      email: 'Connaître votre adresse e-mail',
      offline: 'Continuer en votre absence, jusqu’à ce que vous le retiriez',
      nothing: 'Rien d’autre que votre accord',
    },
    device: {
      title: 'Connecter un appareil',
      hint: 'Saisissez le code affiché par le terminal ou l’appareil.',
      code: 'Code',
      codeExample: 'XXXX-XXXX',
      next: 'Continuer',
      wrong: 'Ce code est faux, a expiré ou a déjà servi. Regardez de nouveau l’appareil, ou recommencez-y.',
      compare: 'Votre appareil affiche-t-il ce code ?',
      warning:
        'Continuez seulement si vous avez commencé vous-même. Un code ou un lien que l’on vous a envoyé est un piège : refusez-le, sinon son expéditeur agit à votre place.',
      from: 'Demandé depuis {{address}}',
      fromProgram: 'Demandé depuis {{address}} par {{program}}',
      other: 'Saisir un autre code',
      allowed: 'Votre appareil est connecté',
      allowedText: 'Continuez sur celui-ci. Vous pouvez fermer cette page.',
      denied: 'Rien n’a été autorisé',
      deniedText: 'L’appareil en a été informé. Vous pouvez fermer cette page.',
    },
  },
};
