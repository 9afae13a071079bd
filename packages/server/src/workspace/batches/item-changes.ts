import type { WorkspaceItemRefInput } from '@oriel/contract';
import type { PreparedStatement } from '../../db/statements/prepared.ts';
import type { WorkspaceLock } from './workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** The statement of one item. */
export interface ItemStatement {
  readonly item: WorkspaceItemRefInput;
  readonly statement: PreparedStatement;
}

/** Changes of items by statements that check what they need themselves. */
export interface ItemChanges {
  readonly scope: WorkspaceScope;
  readonly lock: WorkspaceLock;
}
