/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const oauthSameWords = ['Code', 'XXXX-XXXX'];
