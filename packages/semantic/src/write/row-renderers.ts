import { renderPolicy } from './render/policy-fault.ts';
import { isMaskedWhereComputed, NOTHING } from '../access/masks.ts';
import { cubesOf } from '../join/join-tree.ts';
import type { Dimension } from '../model/definitions/model.ts';
import type { Rows } from '../ir/plan.ts';
import type { CalendarShift } from '../ir/scope.ts';
import type { ColumnMask } from '../ir/columns.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import type { MemberOf, PlaceRenderers, RowRenderers } from './render/member-place.ts';
import { createContextRenderer } from './render/render-context.ts';
import type { MovedCubes } from './render/moved-cubes.ts';
import { maskedValue, renderMask } from './render/render-mask.ts';
import { createRenderer, type MemberRenderer, type RenderSettings } from './render/render-member.ts';
import { LAZY_VALUE, lazyKey } from './write-parts.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import { writePolicyFilter } from './write-conditions.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** Makes the renderers of rows: of values as they are, and of values behind masks. */
export function createRowRenderers(
  settings: WriteSettings,
  rows: Rows,
  moved: MovedCubes | undefined,
): RowRenderers {
  const lazyJoins = new Map<string, Fragment>();
  const shared = { lazyJoins, context: createContextRenderer(settings, rows, moved) };
  const own = createPlace(settings, rows, {
    ...shared,
    ...(moved && { aliasOf: (cube: string) => (moved.cubes.has(cube) ? storedAlias(cube) : cube) }),
  });
  return {
    ...own,
    beside: moved ? createPlace(settings, rows, shared) : own,
    joining: createJoining(own.base, rows, own.unmasked),
    lazyJoins: () => [...lazyJoins.values()],
  };
}

/**
 * Of the rows as they are stored, where those that are shown beside a moved time have the cube's name; no cube has such
 * a name.
 */
const storedAlias = (cube: string) => `${cube}@`;

/** What renderers of rows that are joined in one way are made of. */
interface Place extends Pick<RenderSettings, 'aliasOf' | 'context'> {
  readonly lazyJoins: Map<string, Fragment>;
}

function createPlace(
  settings: WriteSettings,
  rows: Rows,
  { lazyJoins, aliasOf, context: contextPart }: Place,
): PlaceRenderers & { readonly base: RenderSettings } {
  const { model, dialect, context, timezone, masks, lookup } = settings;
  const base: RenderSettings = {
    model,
    dialect,
    timezone,
    clock: context,
    ...(aliasOf && { aliasOf }),
    joined: (cube, dimension) => {
      const alias = dialect.quoteIdentifier(`${aliasOf?.(cube) ?? cube}.${dimension.name}`);
      if (!lazyJoins.has(alias))
        lazyJoins.set(alias, addLazyJoin(settings, rows, unmasked, { cube, dimension, alias }));
      return [`${alias}.${dialect.quoteIdentifier(LAZY_VALUE)}`];
    },
    context: contextPart,
  };
  const unmasked = createRenderer(base);
  const isJoined = (filter: NormalizedFilter) => {
    const cubes = new Set(cubesOf(rows.tree));
    return filterRefs([filter], lookup).every(({ cube }) => cubes.has(cube));
  };
  const masked = ({ cube, member }: MemberOf, { mask, unless }: ColumnMask, value: Fragment): Fragment => {
    const hidden = renderMask(mask, member, dialect, (template) => unmasked.template(cube, template));
    const isOfRows = unless && member.kind !== 'measure' && isJoined(unless);
    return maskedValue(
      value,
      { mask, hidden },
      isOfRows ? renderPolicy(() => writePolicyFilter(settings, rows, unless, unmasked)) : undefined,
    );
  };
  const masking: RenderSettings = {
    ...base,
    referred: (cube, member, value, isComputed) => {
      const mask = masks.referred(cube, member);
      if (!mask || (isComputed && isMaskedWhereComputed(member, mask))) return value;
      // Rows that SQL of a mask could aggregate are not at hand where the measure is a column already.
      const usable = isComputed && mask.mask.kind === 'sql' ? { mask: NOTHING } : mask;
      return masked({ cube, member }, usable, value);
    },
  };
  return {
    base,
    shown: createRenderer({ ...masking, movesTimes: !settings.isSubQuery }),
    compared: createRenderer(masking),
    unmasked,
    masked,
  };
}

/** A shifted calendar keeps its own dates for what it shows, and is joined by those that they map from. */
function createJoining(base: RenderSettings, { scope }: Rows, unmasked: MemberRenderer): MemberRenderer {
  const calendars = scope.shifts.filter((shift): shift is CalendarShift => shift.kind === 'calendar');
  if (calendars.length === 0) return unmasked;
  return createRenderer({
    ...base,
    instead: (cube, { isPrimaryKey }) =>
      isPrimaryKey ? calendars.find((shift) => shift.cube === cube)?.sql : undefined,
  });
}

/** The join of a dimension with a value of another SELECT. */
function addLazyJoin(
  settings: WriteSettings,
  { scope }: Rows,
  unmasked: MemberRenderer,
  { cube, dimension, alias }: { cube: string; dimension: Dimension; alias: string },
): Fragment {
  const { dialect } = settings;
  if (dimension.value.kind === 'values') {
    const values = dimension.value.values.map((value) => sql`(${dialect.quoteText(value)})`);
    return sql` CROSS JOIN (VALUES ${join(values, ', ')}) AS ${alias}(${dialect.quoteIdentifier(LAZY_VALUE)})`;
  }
  const same = unmasked
    .key(cube)
    .map((key, index) => sql`${alias}.${dialect.quoteIdentifier(lazyKey(index))} = ${parenthesized(key)}`);
  return sql` LEFT JOIN (${settings.subQuery(cube, dimension, scope)}) AS ${alias} ON ${join(same, ' AND ')}`;
}
