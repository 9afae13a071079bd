import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const reportsSwedish: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Kör',
    ran: 'Kördes {{time}} över {{count, number}} rader som {{name}} ser',
    ranByNobody: 'Kördes {{time}} över {{count, number}} rader',
    shownToAll: 'Alla som läser rapporten ser vad den lämnade efter sig.',
    never: 'Den har inte körts än: frågans rader visas.',
    outdated: 'Inaktuellt',
    outdatedText: 'Koden eller frågan har ändrats sedan dess. Kör igen för de nya raderna.',
    failed: 'Körningen misslyckades',
    keptText: 'Det som körningen innan lämnade visas fortfarande.',
    printed: 'Vad den skrev ut',
    warned: 'Fel och varningar',
  },
};
