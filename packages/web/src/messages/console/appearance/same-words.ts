/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const appearanceSameWords = [
  'https://fonts.example.com/inter.woff2',
  'https://images.example.com/logo.svg',
  'Accent',
  'Logo',
  'Neutral',
  'Palette {{name}}',
  'themeId',
];
