import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const languageNorwegian: Translation<typeof languageEnglish> = {
  language: {
    title: 'Språk',
    label: 'Språket i konsollen',
    hint: 'E-post til deg skrives også på det.',
    ofBrowser: 'Som nettleseren: {{language}}',
  },
};
