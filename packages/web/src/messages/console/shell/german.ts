import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const shellGerman: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Nie',
  shell: {
    skip: 'Zum Inhalt springen',
    logo: 'Start',
    navigation: 'Navigation',
    main: 'Hauptmenü',
    workspace: 'Arbeitsbereich',
    chat: 'Chat',
    thisAccount: 'Konto',
    thisDeployment: 'Deployment',
    apiReference: 'API-Referenz',
    iconsOnly: 'Nur Symbole zeigen',
    iconsAndNames: 'Symbole und Namen zeigen',
    unopened: 'Die Konsole konnte nicht geöffnet werden',
    deployment: 'Deployment',
    newDeployment: 'Neues Deployment',
    account: 'Konto von {{email}}',
    shortcuts: 'Tastenkürzel',
    signOut: 'Abmelden',
    signOutUnsaved: 'Abmelden, ohne zu speichern?',
    signOutUnsavedHint: 'Es gibt Änderungen, die nicht gespeichert sind. Sie gehen beim Abmelden verloren.',
    colours: {
      label: 'Farben: {{scheme}}',
      light: 'hell',
      dark: 'dunkel',
      auto: 'wie das System',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Überall',
      help: 'Diese Hilfe zeigen',
      search: 'Den Arbeitsbereich durchsuchen, wenn er geöffnet ist',
    },
    list: {
      place: 'In der Liste',
      walk: 'Zur Zeile darüber oder darunter gehen',
      open: 'Die Zeile öffnen',
      select: 'Die Zeile auswählen oder abwählen',
      selectRange: 'Von der letzten bis zu dieser Zeile auswählen',
      selectAll: 'Alles auswählen, was geladen ist',
      selectNone: 'Auswahl aufheben',
    },
    tree: {
      place: 'Im Ordnerbaum',
      walk: 'Zum Ordner darüber oder darunter gehen',
      open: 'Den Ordner öffnen, dann hineingehen',
      close: 'Den Ordner schließen, dann zum umgebenden gehen',
      ends: 'Zum ersten oder letzten Ordner gehen',
      choose: 'Den Ordner zeigen',
    },
  },
};
