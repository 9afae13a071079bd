import { isPage, limits, type PageInfo, type TSchema } from '@oriel/contract';
import type { OnDamage } from './answer-check.ts';
import { endPageEarly } from '../../paging/page.ts';
import { countWithin } from '../../paging/within-bytes.ts';
import { createSerializer } from './serialization.ts';

type Write = (answer: unknown, onDamage: OnDamage) => string | Buffer;

/** A page as it is answered; older clients get the items as `data` as well. */
interface PageAnswer {
  readonly items: readonly unknown[];
  readonly data?: unknown;
  readonly pageInfo: PageInfo;
}

/**
 * Makes the writer of the answers of a schema, of which a page ends early where its items take more than
 * {@link limits.MAX_PAGE_BYTES}: with the item that reaches them, so that each page has one item at least and no page
 * is much larger. Nothing is measured of a page that is small.
 */
export function createPageWriter(schema: TSchema): Write {
  const write = createSerializer(schema);
  if (!isPage(schema)) return write;
  const end = (page: PageAnswer) => {
    const count = countWithin(page.items, limits.MAX_PAGE_BYTES);
    const pageInfo = endPageEarly(page.pageInfo, { items: page.items.length, count });
    if (!pageInfo) return undefined;
    const items = page.items.slice(0, count);
    return { ...page, items, ...(page.data !== undefined && { data: items }), pageInfo };
  };
  return (answer, onDamage) => {
    const written = writeIfPossible(write, answer, onDamage);
    if (written !== undefined && written.length <= limits.MAX_PAGE_BYTES / LONGEST_CHARACTER) return written;
    const shorter = isPageAnswer(answer) ? end(answer) : undefined;
    return shorter ? write(shorter, TOLD) : (written ?? write(answer, TOLD));
  };
}

/** What is damaged is told when the whole page is written, by its place there, and once. */
const TOLD: OnDamage = () => {};

/** Bytes of UTF-8 that a code unit of a text takes at most. */
const LONGEST_CHARACTER = 3;

/** @returns undefined where the text would be longer than texts can be */
function writeIfPossible(write: Write, answer: unknown, onDamage: OnDamage): string | Buffer | undefined {
  try {
    return write(answer, onDamage);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isPageAnswer(answer: unknown): answer is PageAnswer {
  const { items, pageInfo } = (answer ?? {}) as Partial<PageAnswer>;
  return Array.isArray(items) && typeof pageInfo === 'object' && pageInfo !== null;
}
