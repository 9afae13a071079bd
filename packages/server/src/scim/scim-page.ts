import { limits, scimUrns } from '@oriel/contract';

/** Which resources of a list are asked for; `startIndex` counts from 1. */
export interface ScimPageQuery {
  readonly filter?: string | undefined;
  readonly startIndex?: number | undefined;
  readonly count?: number | undefined;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: 'ascending' | 'descending' | undefined;
}

/** Where a page begins, and how long it may be. */
export function readRange({ startIndex = 1, count = limits.DEFAULT_SCIM_PAGE_SIZE }: ScimPageQuery): {
  offset: number;
  limit: number;
} {
  return { offset: Math.max(startIndex, 1) - 1, limit: Math.min(Math.max(count, 0), limits.MAX_PAGE_SIZE) };
}

/** A page as SCIM has it. */
export function toScimPage<T>(resources: T[], totalResults: number, offset = 0) {
  return {
    schemas: [scimUrns.listResponse],
    totalResults,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
