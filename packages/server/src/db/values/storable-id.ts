const MAX_ID = 2_147_483_647;

/**
 * Whether an id is one that a row can have. The columns of ids are 32 bits wide, and PostgreSQL refuses to compare them
 * with more; a well-formed id beyond them names nothing.
 */
export function isStorableId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= MAX_ID;
}

/** No row has it: ids begin at 1. */
const NO_ID = 0;

/** The id for a statement: where no row can have it, one that no row has. */
export function toStorableId(id: number): number {
  return isStorableId(id) ? id : NO_ID;
}
