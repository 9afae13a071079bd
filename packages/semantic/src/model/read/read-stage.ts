import type { Fields } from '../yaml/fields.ts';
import type { LocatedText, Problems } from '../files/model-file.ts';
import type { Stage, StageFilter, TimeShift } from '../definitions/model.ts';
import { checkShiftInterval } from './read-calendar-shifts.ts';
import { readFilter, readMemberName, type FilterKind } from './read-filters.ts';

/** What only measures over an inner stage have; `grain` is the newer spelling of the three groupings. */
const KEYS = ['grain', 'group_by', 'reduce_by', 'add_group_by', 'filter', 'time_shift', 'order_by'] as const;
const stageFilter: FilterKind = { name: 'filter of a stage', takesExpressions: false };

/** How the inner stage of a multi-stage measure differs from the query; undefined for a measure of one stage. */
export function readStage(fields: Fields, what: string, problems: Problems): Stage | undefined {
  const isMultiStage = fields.boolean('multi_stage') ?? false;
  const stage: Stage = {
    location: fields.location,
    ...readGrain(fields, what, problems),
    ...readStageFilter(fields, problems),
    timeShifts: readTimeShifts(fields, what, problems),
    orderBy: readOrderBy(fields, problems),
  };
  if (isMultiStage) return stage;
  for (const key of KEYS)
    if (fields.has(key))
      problems.add(
        fields.locationOf(key),
        `${what} has ${key}, which only a multi-stage measure can have`,
        'Say so by multi_stage: true.',
      );
  return undefined;
}

function readGrain(
  fields: Fields,
  what: string,
  problems: Problems,
): Pick<Stage, 'keepOnly' | 'exclude' | 'include'> {
  const grain = fields.object('grain');
  const keepOnly = references(grain, 'keep_only') ?? references(fields, 'group_by');
  const exclude = references(grain, 'exclude') ?? references(fields, 'reduce_by');
  const include = references(grain, 'include') ?? references(fields, 'add_group_by');
  grain?.end('grain');
  for (const key of ['group_by', 'reduce_by', 'add_group_by'])
    if (grain && fields.has(key))
      problems.add(fields.locationOf(key), `${what} has both grain and ${key}`, 'Say it in grain.');
  if (keepOnly && exclude)
    problems.add(
      fields.location,
      `${what} both keeps only some dimensions and takes others out`,
      'Keep one of group_by (keep_only) and reduce_by (exclude).',
    );
  return { ...(keepOnly && { keepOnly }), ...(exclude && { exclude }), ...(include && { include }) };
}

/** References as in lists outside SQL; braces around one are left out. */
function references(fields: Fields | undefined, key: string): LocatedText[] | undefined {
  return fields
    ?.texts(key)
    ?.map(({ text, location }) => ({ text: text.replace(/^\{\s*|\s*\}$/g, ''), location }));
}

/** What the inner stage of a multi-stage dimension has beside the groups and filters of the query. */
export function readStageOfDimension(
  fields: Fields,
  problems: Problems,
): { include: readonly LocatedText[]; filter?: StageFilter } {
  return { include: references(fields, 'add_group_by') ?? [], ...readStageFilter(fields, problems) };
}

function readStageFilter(fields: Fields, problems: Problems): { filter?: StageFilter } {
  const filter = fields.object('filter');
  if (!filter) return {};
  const [keepOnly, exclude] = [references(filter, 'keep_only'), references(filter, 'exclude')];
  if (keepOnly && exclude)
    problems.add(
      filter.location,
      'The filter of a stage has both keep_only and exclude',
      'Keep one of them.',
    );
  const read: StageFilter = {
    ...(keepOnly && { keepOnly }),
    ...(exclude && { exclude }),
    include: filter.objects('include').map((entry) => readFilter(entry, stageFilter, problems)),
    mode: filter.choice('mode', ['relative', 'fixed']) ?? 'relative',
  };
  filter.end('The filter of a stage');
  return { filter: read };
}

function readTimeShifts(fields: Fields, what: string, problems: Problems): TimeShift[] {
  const entries = fields.objects('time_shift');
  const shifts = entries.map((entry) => readTimeShift(entry, problems));
  if (shifts.length > 1 && shifts.some(({ timeDimension }) => timeDimension === undefined))
    problems.add(
      fields.locationOf('time_shift'),
      `${what} has several time shifts, and not each names a time_dimension`,
    );
  return shifts;
}

function readTimeShift(fields: Fields, problems: Problems): TimeShift {
  const timeDimension = readMemberName(fields, 'time_dimension');
  const [interval, name] = [fields.text('interval'), fields.text('name')];
  const direction = fields.choice('type', ['prior', 'next']);
  fields.end('A time shift');
  if ((interval === undefined) === (name === undefined))
    problems.add(
      fields.location,
      'A time shift needs either interval and type, or the name of a shift of a calendar',
    );
  checkShiftInterval(fields, interval, direction, problems);
  return {
    ...(timeDimension && { timeDimension }),
    ...(interval !== undefined && { interval }),
    ...(direction !== undefined && { direction }),
    ...(name !== undefined && { name }),
  };
}

function readOrderBy(fields: Fields, problems: Problems): Stage['orderBy'] {
  return fields.objects('order_by').flatMap((entry) => {
    const sql = entry.template('sql');
    const direction = entry.choice('dir', ['asc', 'desc']);
    if (!sql) problems.add(entry.location, 'An entry of order_by needs sql');
    entry.end('An entry of order_by');
    return sql ? [{ sql, descending: direction === 'desc' }] : [];
  });
}
