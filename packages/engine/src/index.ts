export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export type {
  CacheMode,
  EncodedAnswer,
  LoadRequest,
  QueryRequest,
  RuntimeInfo,
  RuntimeSource,
  RuntimeTarget,
} from './engine-types.ts';
export type { SourceConfig } from './sources/source.ts';
