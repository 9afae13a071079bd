/** The English texts of what editors do with workbooks and dashboards: publishing, copies, favourites, conflicts. */
export const editingEnglish = {
  conflict: {
    title: 'Another editor saved first',
    text: 'This was changed since you opened it. Nothing of yours was saved. Load what is there now, then make your change again.',
    reload: 'Load what is there now',
  },
  favorite: {
    add: 'Mark {{name}} as a favourite',
    remove: 'Take {{name}} out of the favourites',
    only: 'Favourites',
    none: 'No favourites yet',
    noneText: 'The star beside an item marks it. Favourites are yours alone.',
  },
  editing: {
    publish: 'Publish',
    publishTitle: 'Publish the draft?',
    publishText: 'Viewers see the draft as a new version. Earlier versions are kept.',
    unboundControls:
      'The draft has controls without a dimension. Viewers will not see them until you choose one.',
    more: 'More',
    duplicate: 'Duplicate',
    editDashboard: 'Edit the dashboard',
    startWithReports: 'Start a dashboard with its reports',
    startEmpty: 'Start an empty dashboard',
    hidden: 'Only editors of the workbook see this dashboard.',
  },
} as const;
