const ID = /^[1-9]\d{0,9}$/;

/** The id of a row behind a text of SCIM, where ids are texts; 0, which no row has, for any other text. */
export function parseScimId(text: string): number {
  return ID.test(text) ? Number(text) : 0;
}
