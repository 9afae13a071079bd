import { Type } from 'typebox';
import { MAX_PAGE_SIZE } from '../limits.ts';
import { parameters } from '../operation.ts';

/** The largest id that the database can hold. */
const MAX_ID = 2_147_483_647;

export const Id = Type.Integer({ minimum: 0, maximum: MAX_ID });

export const deploymentParams = parameters({ deploymentId: Id });

/** The two parameters of every list. */
export const paging = {
  first: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, description: 'Items of a page, default 50.' }),
  ),
  after: Type.Optional(
    Type.String({ maxLength: 2048, description: 'pageInfo.endCursor of the page before.' }),
  ),
};
