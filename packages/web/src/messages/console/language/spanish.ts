import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const languageSpanish: Translation<typeof languageEnglish> = {
  language: {
    title: 'Idioma',
    label: 'Idioma de la consola',
    hint: 'También se le escriben los correos en él.',
    ofBrowser: 'Como el navegador: {{language}}',
  },
};
