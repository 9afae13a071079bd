/** The English texts of the Python of reports. */
export const reportsEnglish = {
  python: {
    title: 'Python',
    run: 'Run',
    ran: 'Ran {{time}} over {{count, number}} rows that {{name}} sees',
    ranByNobody: 'Ran {{time}} over {{count, number}} rows',
    shownToAll: 'Everybody who reads this report sees what it left.',
    never: 'It has not been run yet: the rows of the query are shown.',
    outdated: 'Outdated',
    outdatedText: 'The code or the query has changed since. Run it again for the new rows.',
    failed: 'The run failed',
    keptText: 'What the run before has left is shown still.',
    printed: 'What it printed',
    warned: 'Errors and warnings',
  },
} as const;
