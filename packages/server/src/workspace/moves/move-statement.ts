import { limits } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { selectWithLevel } from '../../access/item-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf, type Accessor } from '../../access/subjects.ts';
import { Parameter, type Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';
import type { StatementValues } from '../../db/statements/statement-shapes.ts';
import { contentBytesOf } from '../items/content-bytes.ts';
import { markerOf, type Marker } from '../items/favorite-marks.ts';
import type { MoveRequest } from './move-request.ts';
import type { MovedItem } from './moved-items.ts';
import { selectShown, shownColumns, type MovedScope } from './select-moved.ts';

/** What became of one item, as its statement says. What is not seen is there, and the caller has no access to it. */
export type MoveOutcome =
  | 'moved'
  | 'not_found'
  | 'not_seen'
  | 'not_allowed'
  | 'report_in_workbook'
  | 'destination_not_found'
  | 'destination_not_seen'
  | 'destination_not_allowed'
  | 'folder_move_into_itself'
  | 'folder_too_deep'
  | 'folder_name_taken'
  | 'folder_not_found';

/** What the statement of a move answers of an item that is there. */
export interface MoveRow extends MovedItem {
  outcome: MoveOutcome;
}

/** What the statement of a move knows of its request: values, or parameters for them. */
interface MoveTerms extends MovedScope {
  /** Null is the root. */
  readonly folderId: Bindable<number> | null;
}

export function termsOf({ actor, deploymentId, folderId }: MoveRequest): MoveTerms {
  return { accessor: accessorOf(actor), author: markerOf(actor), deploymentId, folderId };
}

/** The terms of all requests of a shape; {@link ownValues} are the values of one. */
export function termsFor({ actor, folderId }: MoveRequest, accessor: Accessor): MoveTerms {
  return {
    accessor,
    author: { kind: actor.kind, id: new Parameter('mover') },
    deploymentId: new Parameter('deployment'),
    folderId: folderId === null ? null : new Parameter('folder'),
  };
}

export function ownValues({ actor, deploymentId, folderId }: MoveRequest): StatementValues {
  return { mover: markerOf(actor).id, deployment: deploymentId, folder: folderId };
}

/** The user who moves something; null for a viewer. */
const userOf = ({ kind, id }: Marker) => (kind === 'user' ? sql`${id}::integer` : sql`null::integer`);

/**
 * One item's move with all of its checks. The destination must be seen and editable, the item managed, and no tab of a workbook,
 * which lies where that lies. An item that is there already stays as it is.
 */
export function moveStatement(
  terms: MoveTerms,
  type: ResourceType,
  id: RawBuilder<number>,
): RawBuilder<MoveRow> {
  const { author, deploymentId, folderId } = terms;
  // One row, also for what is not there.
  const item = sql`with item as materialized (select s.id, s.level, ${destinationLevel(terms)} as destination,
      ${shownOf(terms, type)} from (values (1)) one left join (${levelled(terms, type)} = ${id}) s on true)`;
  if (type === 'FOLDER')
    return sql<MoveRow>`${item} select case ${refusal}
      else move_folder(${deploymentId}, ${id}, ${folderId}::integer, ${userOf(author)}, ${limits.MAX_FOLDER_DEPTH}) end as outcome, ${answeredOf(type)} from item`;
  const { table } = resourceKinds[type];
  return sql<MoveRow>`${item}, moved as (
      ${changePlace(terms, type)} from item where ${sql.ref(`${table}.id`)} = ${id} and deployment_id = ${deploymentId} and ${mayMove} returning 1)
    select case ${refusal} when not item.goes or exists (select from moved) then 'moved' else 'not_found' end as outcome, ${answeredOf(type)} from item`;
}

/** What a statement of many items answers of each that is there. */
interface MovedTogether extends MoveRow {
  readonly id: number;
}

/** A kind of which an item's move changes nothing for another's. */
export type PlacedType = Exclude<ResourceType, 'FOLDER'>;

/** {@link moveStatement} for many items of one kind at once, which may read as well what is shown of them. */
export function moveTogetherStatement(
  terms: MoveTerms,
  type: PlacedType,
  { ids, isRead }: { ids: Bindable<readonly number[]>; isRead: boolean },
): RawBuilder<MovedTogether> {
  const { table } = resourceKinds[type];
  const shown = isRead ? shownIn(terms, type) : nothingShown;
  // The destination is looked at once.
  return sql<MovedTogether>`with place as materialized (select ${destinationLevel(terms)} as destination),
    item as materialized (select s.id, s.level, place.destination, ${shownOf(terms, type)}${shown.read}
      from place, (${levelled(terms, type)} = any(${hidden(ids, 'integer[]')}::integer[])) s),
    -- In one order, and waiting for nobody: the transaction holds all of them.
    held as materialized (select one.id from ${sql.table(table)} one join item on item.id = one.id where ${mayMove} order by one.id for no key update of one nowait),
    moved as (${changePlace(terms, type)} from held where ${sql.ref(`${table}.id`)} = held.id returning held.id)${shown.definition}
    select ${shown.columns} item.id, case ${refusal} when not item.goes or moved.id is not null then 'moved' else 'not_found' end as outcome, ${answeredOf(type)}
    from item left join moved on moved.id = item.id ${shown.join}`;
}

/** The parts of a statement that read what is shown of its items. */
function shownIn(terms: MoveTerms, type: PlacedType) {
  const { folderId } = terms;
  return {
    read: sql`, ${shownColumns[type]}, ${folderId}::integer as folder_id`,
    definition: sql`, shown as (${selectShown(terms, type, folderId)})`,
    columns: sql`shown.*,`,
    join: sql`left join shown on shown.id = item.id`,
  };
}

const nothingShown: ReturnType<typeof shownIn> = {
  read: sql``,
  definition: sql``,
  columns: sql``,
  join: sql``,
};

/** The items of a kind with their levels; what their ids must be follows. */
function levelled({ accessor, deploymentId }: MoveTerms, type: ResourceType): RawBuilder<unknown> {
  return sql`${selectWithLevel(accessor, deploymentId, type)} and ${sql.ref(`${resourceKinds[type].alias}.id`)}`;
}

/** The level on the destination; -1 where it is not there. */
function destinationLevel(terms: MoveTerms): RawBuilder<number> {
  if (terms.folderId === null) return sql<number>`${accessLevels.manage}::integer`;
  return sql<number>`coalesce((select d.level from (${levelled(terms, 'FOLDER')} = ${terms.folderId}) d), -1)`;
}

/** Of the row `s`: whether it is somewhere else, and what is answered of it. */
function shownOf({ folderId }: MoveTerms, type: ResourceType): RawBuilder<unknown> {
  return sql`${sql.ref(type === 'FOLDER' ? 's.parent_id' : 's.folder_id')} is distinct from ${folderId}::integer as goes,
    s.name, s.created_at, s.updated_at, s.user_id, s.created_by,
    ${type === 'REPORT' ? sql`s.workbook_id` : sql`null::integer as workbook_id`}, ${contentBytesOf('s', type)} as content_bytes`;
}

const refusal = sql`
    when item.id is null then 'not_found'
    when item.level <= 0 then 'not_seen'
    when item.destination < 0 then 'destination_not_found'
    when item.destination = 0 then 'destination_not_seen'
    when item.level < ${accessLevels.manage} then 'not_allowed'
    when item.destination < ${accessLevels.edit} then 'destination_not_allowed'
    when item.workbook_id is not null then 'report_in_workbook'`;

function answeredOf(type: ResourceType): RawBuilder<unknown> {
  // As the column stores it: those of folders have microseconds.
  const moment = type === 'FOLDER' ? sql`now()` : sql`now()::timestamptz(3)`;
  // A time that no program reads must not fail a move that is made.
  return sql`item.name, case when isfinite(item.created_at) then item.created_at end as created_at,
    case when item.goes then ${moment} when isfinite(item.updated_at) then item.updated_at end as updated_at,
    item.user_id, item.created_by, item.workbook_id, item.content_bytes`;
}

/** Of an item that goes somewhere else: whether it may. */
const mayMove = sql<boolean>`item.goes and item.workbook_id is null
        and item.level >= ${accessLevels.manage} and item.destination >= ${accessLevels.edit}`;

function changePlace({ folderId }: MoveTerms, type: PlacedType): RawBuilder<unknown> {
  const { table, folder } = resourceKinds[type];
  return sql`update ${sql.table(table)} set ${sql.ref(folder)} = ${folderId}::integer, updated_at = now()`;
}
