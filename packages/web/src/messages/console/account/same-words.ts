/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const accountSameWords = [
  'https://app.example.com/reports/{dashboardPublicId}',
  'images.example.com',
  'Downloads',
  'Hosts',
  'Origin',
  'Origins',
  'Zone',
  'session: {{name}}',
];
