import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const languageFrench: Translation<typeof languageEnglish> = {
  language: {
    title: 'Langue',
    label: 'Langue de la console',
    hint: 'Les e-mails qui vous sont adressés sont aussi dans cette langue.',
    ofBrowser: 'Comme le navigateur : {{language}}',
  },
};
