import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const shellFrench: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Jamais',
  shell: {
    skip: 'Aller au contenu',
    logo: 'Accueil',
    navigation: 'Navigation',
    main: 'Navigation principale',
    workspace: 'Espace de travail',
    chat: 'Discussion',
    thisAccount: 'Compte',
    thisDeployment: 'Déploiement',
    apiReference: 'Référence de l’API',
    iconsOnly: 'Afficher seulement les icônes',
    iconsAndNames: 'Afficher les icônes et les noms',
    unopened: 'Impossible d’ouvrir la console',
    deployment: 'Déploiement',
    newDeployment: 'Nouveau déploiement',
    account: 'Compte de {{email}}',
    shortcuts: 'Raccourcis clavier',
    signOut: 'Se déconnecter',
    signOutUnsaved: 'Se déconnecter sans enregistrer ?',
    signOutUnsavedHint: 'Des modifications ne sont pas enregistrées. Elles sont perdues à la déconnexion.',
    colours: {
      label: 'Couleurs : {{scheme}}',
      light: 'claires',
      dark: 'sombres',
      auto: 'comme le système',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Partout',
      help: 'Afficher cette aide',
      search: 'Rechercher dans l’espace de travail, quand il est ouvert',
    },
    list: {
      place: 'Dans la liste',
      walk: 'Aller à la ligne au-dessus ou au-dessous',
      open: 'Ouvrir la ligne',
      select: 'Sélectionner la ligne, ou la désélectionner',
      selectRange: 'Sélectionner de la dernière jusqu’à cette ligne',
      selectAll: 'Sélectionner tout ce qui est chargé',
      selectNone: 'Effacer la sélection',
    },
    tree: {
      place: 'Dans l’arborescence des dossiers',
      walk: 'Aller au dossier au-dessus ou au-dessous',
      open: 'Ouvrir le dossier, puis y entrer',
      close: 'Fermer le dossier, puis aller à celui qui le contient',
      ends: 'Aller au premier ou au dernier dossier',
      choose: 'Afficher le dossier',
    },
  },
};
