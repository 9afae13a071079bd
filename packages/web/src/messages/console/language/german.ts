import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const languageGerman: Translation<typeof languageEnglish> = {
  language: {
    title: 'Sprache',
    label: 'Sprache der Konsole',
    hint: 'Auch E-Mails an Sie sind in dieser Sprache.',
    ofBrowser: 'Wie der Browser: {{language}}',
  },
};
