/**
 * Why an embedded dashboard cannot be shown at all. They are separate, because they may be needed when nothing else of the
 * page can be loaded.
 */
export const sessionEnglish = {
  missing: 'This dashboard has to be opened from the page that it belongs to.',
  used: 'This view has expired. Reload the page that you came from.',
  notFound: 'This dashboard is not available.',
  refused: 'This dashboard may not be shown here.',
  down: 'The dashboard cannot be reached at the moment.',
} as const;
