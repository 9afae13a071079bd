/** Levels of access as the API names them. */
export const levelNames = ['none', 'read', 'edit', 'manage'] as const;
