import { limits, refuse } from '@oriel/contract';
import type { Filter } from 'scim2-parse-filter';

/** A filter as a tree of conditions. */
export type ScimFilter = Filter;

/**
 * Parses a filter of SCIM. The parser is loaded with the first one.
 *
 * `emails[type eq "work"].value co "x"`, which RFC 7644 has in paths alone and some providers send as a filter, is
 * about one address: the parser makes two conditions of it, which any two addresses would meet, so they are put
 * together again.
 *
 * @throws `scim_filter_invalid`
 * @see RFC 7644, section 3.4.2.2
 */
export async function parseFilter(text: string): Promise<ScimFilter> {
  checkBounds(text);
  const { parse } = await import('scim2-parse-filter');
  const filter = parseWith(parse, text);
  if (countComparisons(filter) > limits.MAX_SCIM_COMPARISONS)
    throw invalid(`it has more than ${limits.MAX_SCIM_COMPARISONS} comparisons`);
  return SUB_ATTRIBUTE.test(withoutTexts(text)) ? joinValuePaths(filter) : filter;
}

/** The parser throws plain errors at what is no filter. */
function parseWith(parse: (text: string) => Filter, text: string): Filter {
  try {
    return parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw refuse('scim_filter_invalid', { reason: `it cannot be read: ${cause}` }, { cause: error });
  }
}

const SUB_ATTRIBUTE = /\]\s*\./;
const TEXT = /"(?:[^"\\]|\\.)*"/g;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/;

function withoutTexts(text: string): string {
  return text.replaceAll(TEXT, '""');
}

/** The parser takes exponential time for line breaks in a text without an end, and recurses for each parenthesis. */
function checkBounds(text: string): void {
  if (CONTROL.test(text)) throw invalid('it has a line break or another control character');
  let depth = 0;
  for (const [token] of withoutTexts(text).matchAll(/[()[\]]|\bnot\b/gi)) {
    depth += token === ')' || token === ']' ? -1 : 1;
    if (depth > limits.MAX_SCIM_FILTER_DEPTH)
      throw invalid(`its conditions nest more than ${limits.MAX_SCIM_FILTER_DEPTH} levels deep`);
  }
}

function countComparisons(filter: Filter): number {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.reduce((sum, each) => sum + countComparisons(each), 0);
    case 'not':
      return countComparisons(filter.filter);
    case '[]':
      return countComparisons(filter.valFilter);
    default:
      return 1;
  }
}

function joinValuePaths(filter: Filter): Filter {
  if (filter.op === 'not') return { op: 'not', filter: joinValuePaths(filter.filter) };
  if (filter.op !== 'and' && filter.op !== 'or') return filter;
  const filters = filter.filters.map(joinValuePaths);
  return joined(filter.op, filters) ?? { op: filter.op, filters };
}

function joined(op: 'and' | 'or', [path, comparison, ...more]: readonly Filter[]): Filter | undefined {
  if (op !== 'and' || path?.op !== '[]' || more.length > 0 || comparison === undefined) return undefined;
  if (!('attrPath' in comparison) || comparison.op === '[]') return undefined;
  const prefix = `${path.attrPath}.`;
  if (!comparison.attrPath.startsWith(prefix)) return undefined;
  const inner = { ...comparison, attrPath: comparison.attrPath.slice(prefix.length) };
  return { ...path, valFilter: { op: 'and', filters: [path.valFilter, inner] } };
}

function invalid(reason: string) {
  return refuse('scim_filter_invalid', { reason });
}
