import { Type, type Static } from 'typebox';
import { named } from '../schema.ts';

/** The body of every answer that refuses a whole request. */
export const Problem = named(
  'Problem',
  Type.Object({
    status: Type.Integer(),
    /** A stable code from the error catalogue. */
    code: Type.String(),
    /** What happened, with which value, and what to do. */
    message: Type.String(),
    requestId: Type.String(),
    /** One entry for each field that failed validation. */
    issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  }),
);
export type Problem = Static<typeof Problem>;
