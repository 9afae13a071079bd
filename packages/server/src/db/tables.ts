/**
 * The tables as `migrations/` makes them, for typed queries. Each feature adds its own, beside their rules
 * (`table-rules.ts`): `deploymentId` is the column `deployment_id` (`column-names.ts`). Timestamps come out as ISO 8601
 * texts (see `database.ts`), `jsonb` as values, `bytea` as buffers.
 */
// Empty here: what is declared of it elsewhere is joined by the compiler.
export interface Tables {}
