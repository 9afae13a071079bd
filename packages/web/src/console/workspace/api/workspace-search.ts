import { MAX_NAME_LENGTH } from '@oriel/contract/limits';

/** How the list of the workspace is looked at; it lives in the address. */
export interface WorkspaceSearch {
  search?: string | undefined;
  sort?: 'name' | 'updated_at' | 'created_at' | undefined;
  direction?: 'ASC' | 'DESC' | undefined;
  type?: 'FOLDER' | 'WORKBOOK' | 'REPORT' | undefined;
  /** Only favourites, of all folders. */
  favorites?: true | undefined;
}

const among = <V extends string>(value: unknown, ...values: V[]) => values.find((known) => known === value);

/** Reads the parameters of an address; what it does not know is left out. */
export function readWorkspaceSearch(search: Record<string, unknown>): WorkspaceSearch {
  const text = search['search'];
  return {
    search: typeof text === 'string' && text !== '' ? text.slice(0, MAX_NAME_LENGTH) : undefined,
    sort: among(search['sort'], 'name', 'updated_at', 'created_at'),
    direction: among(search['direction'], 'ASC', 'DESC'),
    type: among(search['type'], 'FOLDER', 'WORKBOOK', 'REPORT'),
    favorites: search['favorites'] === true || search['favorites'] === 'true' ? true : undefined,
  };
}
