/**
 * The settings of the account of which a change replaces only the fields that it names; all others are replaced as a
 * whole.
 */
export const APP_CONFIG_SECTIONS = ['creatorMode', 'embedding', 'sheetsUi', 'timezoneSettings'] as const;

/** The title of the workspace where the account has set none; pages have the word of their language in its place. */
export const DEFAULT_WORKSPACE_TITLE = 'Workspace';
