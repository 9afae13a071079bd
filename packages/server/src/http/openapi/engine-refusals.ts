import type { EngineStage, Operation } from '@oriel/contract';
import { engineErrors, type EngineErrorCode } from '@oriel/engine/errors';
import { queryErrors } from '@oriel/semantic/errors';

/** A code of the engine's own tables, with the status that it is answered with. */
interface EngineRefusal {
  readonly code: string;
  readonly status: number;
}

const ofModel = ['model.broken', 'engine.runtime_lost', 'internal'] as const satisfies EngineErrorCode[];
/** The model may need a key of the security context, which is told as a fault of the query. */
const ofContext = [{ code: 'context_missing', status: 400 }];
const ofQuery = Object.keys(queryErrors).map((code) => ({ code, status: 400 }));

const byStage: Readonly<Record<EngineStage, readonly EngineRefusal[]>> = {
  model: [...ofContext, ...entriesOf(ofModel)],
  sources: [...ofContext, ...entriesOf([...ofModel, 'source.unavailable'])],
  plan: [...ofQuery, ...entriesOf(ofModel)],
  // The keys of a table are its codes.
  rows: [...ofQuery, ...entriesOf(Object.keys(engineErrors) as EngineErrorCode[])],
};

/** What the engine may refuse an operation with, beside the refusals that the contract names. */
export function engineRefusalsOf({ engineStage }: Operation): readonly EngineRefusal[] {
  return engineStage === undefined ? [] : byStage[engineStage];
}

function entriesOf(codes: readonly EngineErrorCode[]): EngineRefusal[] {
  return codes.map((code) => ({ code, status: engineErrors[code].status }));
}
