export { QueryError } from './query/query.ts';
export { modelFaults, queryErrors, type QueryErrorCode } from './query/query-errors.ts';
