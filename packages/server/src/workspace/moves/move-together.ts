import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql } from 'kysely';
import { accessorOf, shapeOf } from '../../access/subjects.ts';
import type { Database } from '../../db/database.ts';
import { currentOutcomes } from '../../db/item-outcomes.ts';
import { Parameter } from '../../db/parameter.ts';
import type { PreparedStatement } from '../../db/statements/prepared.ts';
import { createPreparedShapes } from '../../db/statements/statement-shapes.ts';
import { runTogether, type BatchStep } from '../batches/item-batch-together.ts';
import type { WorkspaceLock } from '../batches/workspace-change.ts';
import type { MoveRequest } from './move-request.ts';
import {
  moveStatement,
  moveTogetherStatement,
  ownValues,
  termsFor,
  type MoveRow,
  type PlacedType,
} from './move-statement.ts';

/** How a batch runs. */
interface BatchOptions {
  readonly lock: WorkspaceLock;
  /** Is run before the items. */
  readonly note: readonly PreparedStatement[];
}

/** Makes what moves the items of a batch with as few statements as can be. */
export function createTogetherMoves(database: Database) {
  const prepare = createPreparedShapes(database);

  function stepsOf(request: MoveRequest, items: readonly WorkspaceItemRefInput[]): BatchStep[] {
    const { accessor, shape, values } = shapeOf(accessorOf(request.actor));
    const common = { ...values, ...ownValues(request) };
    const to = request.folderId === null ? 'to the root' : 'to a folder';
    const moveFolder = (item: WorkspaceItemRefInput): BatchStep => ({
      items: [item],
      statement: prepare({
        shape: `FOLDER ${to} ${shape}`,
        values: { ...common, item: item.id },
        build: () => moveStatement(termsFor(request, accessor), 'FOLDER', sql`${new Parameter('item')}`),
      }),
    });
    // The move of a folder changes what may be done with items that were moved before it. What is stored of a request
    // with a key is no more than what its moves are answered by, whenever that is.
    const isRead = !currentOutcomes() && !items.some(({ type }) => type === 'FOLDER');
    const moveOfType = (type: PlacedType, ofType: readonly WorkspaceItemRefInput[]): BatchStep => ({
      items: ofType,
      statement: prepare({
        shape: `${type} ${to} ${shape}${isRead ? ' read' : ''}`,
        values: { ...common, items: ofType.map(({ id }) => id) },
        build: () =>
          moveTogetherStatement(termsFor(request, accessor), type, { ids: new Parameter('items'), isRead }),
      }),
    });
    return divide(items).flatMap((run) => {
      const [first] = run;
      if (first?.type === 'FOLDER') return [moveFolder(first)];
      return placedTypes.flatMap((type) => {
        const ofType = run.filter((item) => item.type === type);
        return ofType.length === 0 ? [] : [moveOfType(type, ofType)];
      });
    });
  }

  return {
    /**
     * Moves items as if one after the other, in one transaction. The move of a folder changes what may be done with those that
     * come after it, so folders have a statement each, and what is between two of them has one for each kind.
     *
     * @returns a row for each item, undefined for one that is not there; undefined where nothing was moved, because the database
     * failed one of the statements, another transaction holds one of the rows, or some items have been moved by the
     * request before: single moves find out
     */
    async move(
      request: MoveRequest,
      items: readonly WorkspaceItemRefInput[],
      { lock, note }: BatchOptions,
    ): Promise<(MoveRow | undefined)[] | undefined> {
      const steps = stepsOf(request, items);
      const rows = await runTogether(database, { scope: request, lock }, steps, note);
      // The statements of moves say what their rows are.
      return rows && items.map((item) => rows.get(item) as MoveRow | undefined);
    },
  };
}

const placedTypes = ['REPORT', 'WORKBOOK'] as const satisfies readonly PlacedType[];

/** Consecutive items that do not change anything for each other; a folder is alone. */
function divide(items: readonly WorkspaceItemRefInput[]): WorkspaceItemRefInput[][] {
  const runs: WorkspaceItemRefInput[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (!last || item.type === 'FOLDER' || last[0]?.type === 'FOLDER') runs.push([item]);
    else last.push(item);
  }
  return runs;
}
