/** The English texts of the language of the console. */
export const languageEnglish = {
  language: {
    title: 'Language',
    label: 'Language of the console',
    hint: 'Mail to you is written in it, too.',
    ofBrowser: 'As the browser: {{language}}',
  },
} as const;
