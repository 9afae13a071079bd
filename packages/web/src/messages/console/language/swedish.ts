import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const languageSwedish: Translation<typeof languageEnglish> = {
  language: {
    title: 'Språk',
    label: 'Konsolens språk',
    hint: 'E-post till dig skrivs också på det.',
    ofBrowser: 'Som webbläsaren: {{language}}',
  },
};
