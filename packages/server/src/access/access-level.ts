/** What a user may do with an item of the workspace. Each level includes those below it; 0 is nothing at all. */
export const accessLevels = { none: 0, read: 1, edit: 2, manage: 3 } as const;

/** 0 none, 1 read, 2 edit, 3 manage; as `grants.level`. */
export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels];

/** What needs a level of access to an item. */
export type ItemAction = 'read' | 'edit' | 'manage';
