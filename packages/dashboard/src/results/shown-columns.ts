import type { TableSpec } from '@oriel/contract';
import type { QueryResult } from './query-result.ts';

/** The column with the address of a link that the model gives a dimension: `orders.city___link_map_url`. */
const LINK_COLUMN = /^(?<dimension>.+)___link_(?<link>.+)_url$/;

/** The member that a column is of: a bucket of time has its granularity behind it. */
export function memberOf(
  key: string,
  column: Pick<QueryResult['columns'][string], 'kind'> | undefined,
): string {
  return column?.kind === 'timeDimension' ? key.split('.').slice(0, 2).join('.') : key;
}

/** The member with the addresses of a link. */
export const linkKey = (dimension: string, link: string): string => `${dimension}___link_${link}_url`;

/** The dimension and the name of the link that a column holds the addresses of; undefined for any other column. */
export function linkOf(key: string): { dimension: string; link: string } | undefined {
  const { dimension, link } = LINK_COLUMN.exec(key)?.groups ?? {};
  return dimension === undefined || link === undefined ? undefined : { dimension, link };
}

/**
 * The columns of a result by key, in order: those that a table names and does not hide, else all. Left out is a time
 * that is there by its granularity as well, and the address of a link, which stands on its dimension.
 */
export function shownColumns(
  { columns }: Pick<QueryResult, 'columns'>,
  spec?: Pick<TableSpec, 'columns'>,
): string[] {
  const stated = spec?.columns?.filter(
    ({ field, hidden }) => hidden !== true && Object.hasOwn(columns, field),
  );
  if (stated && stated.length > 0) return [...new Set(stated.map(({ field }) => field))];
  const keys = Object.keys(columns);
  const hidden = new Set(spec?.columns?.flatMap(({ field, hidden: isHidden }) => (isHidden ? [field] : [])));
  return keys.filter((key) => {
    if (hidden.has(key)) return false;
    const { dimension } = linkOf(key) ?? {};
    if (dimension !== undefined && Object.hasOwn(columns, dimension)) return false;
    return columns[key]?.kind !== 'timeDimension' || !keys.some((other) => other.startsWith(`${key}.`));
  });
}
