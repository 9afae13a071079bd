/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const deploymentSettingsSameWords = [
  '15 minutes',
  'Branch',
  'Build',
  'General',
  'Log',
  'Production',
  'Staging',
  'Variables',
];
