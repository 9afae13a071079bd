import type { AppliedFilter } from '@oriel/dashboard/applied-filters';
import { useEffect, useState } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import { filterLine, filterWords } from '../filters/applied-filter-words.ts';
import type { ReportSource } from '../store/report-source.ts';

interface AppliedFilters {
  /** Each in words: `Status: Paid`. */
  readonly texts: readonly string[];
  /** Whether the titles of the members are still asked for. */
  readonly isLoading: boolean;
}

interface Known {
  readonly filters: readonly AppliedFilter[];
  readonly members: MemberTypeMap | undefined;
}

const NONE: AppliedFilters = { texts: [], isLoading: false };

/**
 * What the rows of a table are filtered by, in the language of the page.
 *
 * @param source undefined where nobody wants to know
 */
export function useAppliedFilters(source: ReportSource | undefined, result: QueryResult): AppliedFilters {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    if (!source) return undefined;
    let isGone = false;
    // As they are with these rows: controls may be changed while the members are asked for.
    const filters = source.filters();
    void source.loadMembers().then((members) => !isGone && setKnown({ filters, members }));
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- other rows may have been asked for with other filters
  }, [source, result]);
  if (!source) return NONE;
  if (!known) return { texts: [], isLoading: true };
  const { filters, members } = known;
  return { texts: filters.map((filter) => filterLine(filterWords(filter, members))), isLoading: false };
}
