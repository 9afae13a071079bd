/** The English texts of the attributes of users. */
export const attributesEnglish = {
  attributes: {
    title: 'Attributes',
    hint: 'Facts about users that access policies and filters of data models read, such as a region.',
    create: 'New attribute',
    none: 'No attributes yet',
    noneText:
      'With an attribute, one access policy shows each user the rows of their own region, shop or customer.',
    unloaded: 'The attributes could not be loaded',
    noDefault: 'None',
    editNamed: 'Edit {{name}}',
    ofUser: 'Attributes of {{name}}',
    noneToSet: 'The account has no attributes yet. They are created on the page Attributes.',
    column: { name: 'Attribute', type: 'Type', default: 'Default', actions: 'Actions' },
    type: {
      string: 'Text',
      number: 'Number',
      boolean: 'True or false',
      string_array: 'List of texts',
      number_array: 'List of numbers',
    },
    valueHint: {
      string: 'A text. Empty for none.',
      number: 'A number. Empty for none.',
      boolean: 'true or false. Empty for none.',
      string_array: 'Texts with commas between. Empty for none.',
      number_array: 'Numbers with commas between. Empty for none.',
    },
    form: {
      create: 'New attribute',
      edit: 'Edit {{name}}',
      name: 'Name',
      nameHint: 'As models write it: userAttributes.NAME. It cannot be changed later.',
      type: 'Type',
      displayName: 'Name for display',
      description: 'Description',
      default: 'Default',
    },
  },
} as const;
