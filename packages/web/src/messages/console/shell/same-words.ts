/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const shellSameWords = [
  'Account',
  'Chat',
  'Deployment',
  'Home',
  'Navigation',
  'Oriel',
  '{{title}} · Oriel',
];
