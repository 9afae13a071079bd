/** Texts of `english.ts` that some language has the same words for: names, examples, loans. */
export const rolesSameWords = ['Agents', 'Dashboards', 'Permissions', 'Policy {{number}}'];
