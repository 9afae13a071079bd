import type { MailTexts } from './mail-text-types.ts';

export const french: MailTexts = {
  invitation: {
    title: 'Vous êtes invité à utiliser Oriel',
    text: 'Choisissez un mot de passe pour vous connecter en tant que {{email}}. Le lien fonctionne une seule fois, pendant sept jours.',
    action: 'Choisir un mot de passe',
    reason: 'Vous recevez ce message car un administrateur vous a invité.',
  },
  reset: {
    title: 'Choisir un autre mot de passe',
    text: 'Un nouveau mot de passe a été demandé pour {{email}}. Le lien fonctionne une seule fois, pendant une heure.',
    action: 'Choisir un autre mot de passe',
    reason: 'Si ce n’était pas vous, ne faites rien : votre mot de passe reste inchangé.',
  },
  changed: {
    title: 'Votre mot de passe a été modifié',
    text: 'Le mot de passe de {{email}} a été modifié et les autres sessions de la console sont terminées.',
    reason:
      'Si ce n’était pas vous, demandez un nouveau mot de passe sur la page de connexion et prévenez un administrateur.',
  },
  notification: {
    unnamed: 'Tableau de bord',
    open: 'Ouvrir le tableau de bord',
    reason: 'Vous recevez ce message car vous êtes destinataire de ce tableau de bord.',
    unsubscribe: 'Se désabonner',
    withoutData:
      'Les données de ce tableau de bord ne peuvent pas être téléchargées ; ce message n’en contient donc aucune.',
    picture: 'Le tableau de bord',
    tooLarge: 'Trop volumineux pour être joints : {{titles}}',
    failed: 'Ce graphique n’a pas pu être chargé.',
    causes: {
      unreachable: 'La base de données est injoignable.',
      timeout: 'La requête a duré trop longtemps et a été arrêtée.',
      memory: 'La requête demande plus de mémoire qu’elle ne peut en avoir.',
      tooLarge: 'Le résultat est trop volumineux pour un message.',
      busy: 'Le serveur était trop occupé pour répondre.',
      notConnected: 'Votre propre connexion à la source de données est absente ou a expiré.',
      model: 'Le modèle de données a des erreurs ou est introuvable.',
      member: 'L’un de ses champs n’est pas dans le modèle de données, ou vous ne pouvez pas le voir.',
      refused: 'Vous ne pouvez pas voir ses données.',
      python: 'Son code Python a échoué.',
      other: 'Ouvrez le tableau de bord pour voir pourquoi.',
    },
    noRows: 'Aucune ligne',
    moreRows: {
      one: 'et {{count}} autre ligne dans le fichier joint',
      other: 'et {{count}} autres lignes dans le fichier joint',
    },
  },
  mention: {
    title: '{{author}} vous a mentionné sur {{dashboard}}',
    unnamed: 'un tableau de bord',
    open: 'Ouvrir le commentaire',
    openYourself: 'Le commentaire se trouve à côté du tableau de bord, là où vous l’ouvrez d’habitude.',
    reason: 'Vous recevez ce message car un commentaire vous mentionne.',
    unsubscribe: 'Se désabonner',
  },
  truth: { yes: 'Oui', no: 'Non' },
};
