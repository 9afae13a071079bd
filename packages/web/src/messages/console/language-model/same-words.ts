/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const languageModelSameWords = [
  'https://models.example.com/v1',
  'Agent',
  'Anthropic',
  'Format',
  'Limit',
  'Person',
  'large-1',
];
