/** Where in a spreadsheet something stands, as far as it is known. */
export interface PlacementAddress {
  sheetName: string | null;
  /** The upper left cell, such as `B2`. */
  anchorCell: string | null;
}

const LOCATION = /^(?:(?:'((?:[^']|'')*)'|([^'!]+))!)?\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::[^!]*)?$/;

/** Reads a location in A1 notation, such as `Sheet1!B2`, `'Sales 2026'!$B$2:$D$9` or `B2`. */
export function parseLocation(location: string | null | undefined): PlacementAddress {
  const match = LOCATION.exec(location ?? '');
  if (!match) return { sheetName: null, anchorCell: null };
  const [, quoted, plain, column, row] = match;
  return {
    sheetName: quoted?.replaceAll("''", "'") ?? plain ?? null,
    anchorCell: `${column?.toUpperCase()}${row}`,
  };
}

/** The address that a caller gives in parts, in a location, or in both; the parts win. */
export function addressOf(input: {
  sheetName?: string | null | undefined;
  anchorCell?: string | null | undefined;
  resultLocation?: string | null | undefined;
}): PlacementAddress {
  const parsed = parseLocation(input.resultLocation);
  const anchor = parseLocation(input.anchorCell).anchorCell ?? input.anchorCell;
  return { sheetName: input.sheetName ?? parsed.sheetName, anchorCell: anchor ?? parsed.anchorCell };
}
