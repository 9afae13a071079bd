import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in French. */
export const french: SignInTranslation = {
  embedSignIn: {
    done: 'Vous êtes connecté',
    doneHint: 'Vous pouvez fermer cette fenêtre.',
    failed: 'La connexion n’a pas pu être transmise',
    alone: 'Aucune vue n’a demandé de connexion',
    aloneHint: 'Revenez à la page d’où vous venez et choisissez-y Se connecter.',
  },
  unsubscribe: {
    title: 'Se désabonner',
    hint: 'Vous ne recevrez plus de messages de ce type concernant ce tableau de bord.',
    action: 'Se désabonner',
    done: 'Désabonnement effectué',
    doneText:
      'Vous ne recevez plus de messages de ce type concernant ce tableau de bord. Vous pouvez fermer cette page.',
    again: 'Les envoyer de nouveau',
    resumed: 'Vous recevez de nouveau ces messages',
    resumedText: 'Chacun d’eux contient un lien pour se désabonner.',
    unloaded: 'Ce lien ne peut pas être utilisé',
    refused: 'Le lien est incomplet ou trop ancien. Ouvrez-le depuis un message plus récent.',
  },
  signIn: {
    title: 'Se connecter',
    hint: 'Le premier démarrage affiche les identifiants de l’administrateur.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    forgot: 'Mot de passe oublié ?',
    back: 'Retour à la connexion',
    with: 'Continuer avec {{name}}',
    or: 'ou',
    withPassword: 'Se connecter avec un mot de passe',
    refused: {
      sign_in_failed: 'L’adresse e-mail ou le mot de passe est incorrect.',
      password_sign_in_disabled:
        'Les mots de passe ne sont pas acceptés ici. Connectez-vous par un fournisseur d’identité.',
      sign_in_challenge_unknown: 'La connexion a expiré ou a commencé dans un autre navigateur. Recommencez.',
      second_factor_wrong: 'Le code ou la clé d’accès n’est pas valable ou a déjà été utilisé.',
    },
    problem: {
      deactivated: 'Votre utilisateur est désactivé. Adressez-vous à un administrateur.',
      email_missing: 'Le fournisseur d’identité n’a pas transmis votre adresse e-mail.',
      email_unverified: 'Le fournisseur d’identité n’a pas vérifié votre adresse e-mail.',
      email_of_another:
        'Votre adresse e-mail appartient à un utilisateur qui se connecte autrement. Adressez-vous à un administrateur.',
      not_provisioned: 'Il n’y a pas encore d’utilisateur pour vous. Adressez-vous à un administrateur.',
      expired: 'Cette connexion a expiré ou a commencé dans un autre navigateur. Réessayez.',
      attribute_mismatch:
        'Le fournisseur d’identité a transmis une donnée qui ne convient pas. Adressez-vous à un administrateur.',
      provider_failed: 'Le fournisseur d’identité ne vous a pas connecté. Réessayez.',
      other: 'La connexion a échoué. Réessayez.',
    },
  },
  forgotPassword: {
    title: 'Mot de passe oublié ?',
    hint: 'Saisissez votre adresse e-mail : vous recevrez un lien pour choisir un autre mot de passe.',
    send: 'Envoyer le lien',
    sentTitle: 'Consultez votre messagerie',
    sentText:
      'S’il existe un compte pour {{email}}, un lien est en route. Il est valable une fois, pendant une heure.',
    sentHint: 'Aucun message ? Demandez un lien à un administrateur.',
  },
  secondFactor: {
    title: 'Encore une étape',
    hint: 'Prouvez votre identité avec votre second facteur.',
    code: 'Code de l’application d’authentification',
    recoveryCode: 'Code de récupération',
    confirm: 'Confirmer',
    usePasskey: 'Utiliser une clé d’accès',
    useRecovery: 'Utiliser un code de récupération',
    useApp: 'Utiliser l’application d’authentification',
    expired: 'Cette connexion a expiré',
    expiredText: 'Recommencez avec votre mot de passe.',
    enrolTitle: 'Configurer un second facteur',
    enrolHint:
      'Votre compte en exige un en plus du mot de passe. Configurez une application ou une clé d’accès pour continuer.',
  },
  passkeySignIn: {
    action: 'Utiliser une clé d’accès',
    failed: 'Le navigateur n’a fourni aucune clé d’accès.',
  },
  factors: {
    unloaded: 'La sécurité de votre compte n’a pas pu être chargée',
    totp: {
      title: 'Application d’authentification',
      hint: 'Une application sur votre téléphone affiche un nouveau code toutes les 30 secondes.',
      none: 'Non configurée',
      setUp: 'Configurer',
      dialog: 'Configurer une application d’authentification',
      scan: 'Scannez cette image avec l’application ou saisissez la clé, puis entrez le code qu’elle affiche.',
      picture: 'Code QR contenant la clé',
      key: 'Clé',
    },
    passkeys: {
      title: 'Clés d’accès',
      hint: 'Votre appareil ou une clé de sécurité vous connecte, avec ou sans mot de passe.',
      none: 'Aucune clé d’accès',
      add: 'Ajouter une clé d’accès',
      name: 'Nom',
      example: 'Ordinateur portable du bureau',
    },
    codes: {
      dialog: 'Vos codes de récupération',
      once: 'Ils ne s’affichent que cette fois. Conservez-les là où vous les trouverez sans votre téléphone.',
      kept: 'Je les ai conservés',
    },
    again: {
      title: 'Est-ce bien vous ?',
      text: 'Cette modification demande à nouveau votre mot de passe. Sans mot de passe, déconnectez-vous puis reconnectez-vous.',
      confirm: 'Confirmer',
    },
  },
};
