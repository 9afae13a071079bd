/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const authenticationSameWords = ['https://login.example.com', 'Claim', 'Claims', 'SAML 2.0', 'Test'];
