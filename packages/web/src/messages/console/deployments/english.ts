/** The English texts of choosing and creating a deployment. */
export const deploymentsEnglish = {
  deployments: {
    unloaded: 'Your deployments could not be loaded',
    none: 'No deployment yet',
    noneText:
      'A deployment has a data model of its own and a workspace over it. Create the first one; it starts with an empty model.',
    noneOfYours: 'No deployment is open to you',
    noneOfYoursText: 'An administrator of this account can give you access to one, or create one for you.',
    create: {
      submit: 'Create the deployment',
      title: 'New deployment',
      name: 'Name',
      description: 'What it is about, such as Sales or Flights',
      creating: 'Creating the deployment …',
      taken: 'There is a deployment of this name. Choose another one.',
      required: 'A name is needed',
      tooLong: 'At most {{max, number}} characters',
    },
  },
} as const;
