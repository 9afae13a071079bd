import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const shellSwedish: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Aldrig',
  shell: {
    skip: 'Hoppa till innehållet',
    logo: 'Start',
    navigation: 'Navigering',
    main: 'Huvudmeny',
    workspace: 'Arbetsyta',
    chat: 'Chatt',
    thisAccount: 'Konto',
    thisDeployment: 'Distribution',
    apiReference: 'API-referens',
    iconsOnly: 'Visa bara symboler',
    iconsAndNames: 'Visa symboler och namn',
    unopened: 'Konsolen kunde inte öppnas',
    deployment: 'Distribution',
    newDeployment: 'Ny distribution',
    account: 'Konto för {{email}}',
    shortcuts: 'Kortkommandon',
    signOut: 'Logga ut',
    signOutUnsaved: 'Logga ut utan att spara?',
    signOutUnsavedHint: 'Det finns ändringar som inte är sparade. De går förlorade när du loggar ut.',
    colours: {
      label: 'Färger: {{scheme}}',
      light: 'ljusa',
      dark: 'mörka',
      auto: 'som systemet',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Överallt',
      help: 'Visa den här hjälpen',
      search: 'Sök i arbetsytan, när den är öppen',
    },
    list: {
      place: 'I listan',
      walk: 'Gå till raden ovanför eller nedanför',
      open: 'Öppna raden',
      select: 'Markera raden, eller avmarkera den',
      selectRange: 'Markera från den senaste till den här raden',
      selectAll: 'Markera allt som är inläst',
      selectNone: 'Avmarkera allt',
    },
    tree: {
      place: 'I mappträdet',
      walk: 'Gå till mappen ovanför eller nedanför',
      open: 'Öppna mappen, gå sedan in i den',
      close: 'Stäng mappen, gå sedan till den omgivande',
      ends: 'Gå till den första eller sista mappen',
      choose: 'Visa mappen',
    },
  },
};
