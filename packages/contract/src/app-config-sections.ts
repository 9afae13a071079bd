/** The settings of the account of which a change replaces only the fields that it names; all others are replaced as a whole. */
export const APP_CONFIG_SECTIONS = ['creatorMode', 'embedding', 'sheetsUi', 'timezoneSettings'] as const;
