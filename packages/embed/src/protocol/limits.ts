/** Bounds of one message. Far above what a surface or a host has to say, far below what would stall a page. */
export const messageLimits = {
  /** Characters in all texts and field names together. */
  maxChars: 65_536,
  /** Objects, lists and scalars together. */
  maxValues: 4_096,
  /** How deep objects and lists may be nested; also what ends the walk through a cyclic message. */
  maxDepth: 16,
} as const;

/** How many events, and how many actions, are held back while the other side cannot take them. */
export const maxHeld = 100;
