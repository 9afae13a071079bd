/** The English texts of what pages of settings share. */
export const settingsEnglish = {
  settings: { saved: 'Saved' },
} as const;
