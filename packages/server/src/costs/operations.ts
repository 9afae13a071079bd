import type { CostWorld } from './cost-world.ts';

/** Prepares what an operation needs, and answers with what runs it as often as is asked. */
export type CostlyOperation = (world: CostWorld) => Promise<() => Promise<unknown>>;

/** Operations by the names that the ledger has for them. */
export type CostlyOperations = Readonly<Record<string, CostlyOperation>>;
