/** The English texts of the page of a query that is none of a report. */
export const queryEnglish = {
  query: {
    title: 'Query',
    save: 'Save as a report',
    missing: 'No query',
    missingText: 'The address of this page has no query of the query API.',
  },
} as const;
