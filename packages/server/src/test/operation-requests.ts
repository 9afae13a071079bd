import { operations, type OperationId, type PathParameterName } from '@oriel/contract';
import { makeFixtures, SECRET, type Fixtures } from './fixtures.ts';
import {
  fixturesNamedBy,
  requestFromSchema,
  type OperationRequest,
  type RequestOptions,
} from './request-from-schema.ts';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** What the schemas of an operation cannot say of a request that succeeds. */
interface Special {
  /** Fixtures that no parameter or field names. */
  readonly fixtures?: readonly PathParameterName[];
  /** Fixtures of its own instead of those that other operations need after it. */
  own?(testApp: TestApp): Promise<Partial<Fixtures>>;
  options?(fixtures: Fixtures): RequestOptions;
  /** Fields that exclude others, and are missing where all others are sent. */
  readonly exclusive?: readonly string[];
}

/** Its absence is valid by the schema, because the protocol refuses it in words of its own. */
const withQuery: Special = { options: () => ({ fields: ['query'] }) };

const givingNothing: Special = { options: () => ({ values: { entries: [] } }) };

const specials: Partial<Record<OperationId, Special>> = {
  deleteDeployment: {
    own: async ({ build, tenantId }) => ({
      deploymentId: await build.deployment({ tenantId, name: `${SECRET} ${crypto.randomUUID()}` }),
    }),
  },
  // By exactly one of two ids.
  addGroupMembers: { options: () => ({ values: { members: [{ externalId: 'hidden-viewer' }] } }) },
  removeGroupMembers: { options: () => ({ values: { members: [{ externalId: 'hidden-viewer' }] } }) },
  // Groups that are there.
  provisionEmbedUser: { exclusive: ['groups', 'tenantGroups'] },
  // Only a version that the server knows.
  updateDeployment: { exclusive: ['releaseChannelVersion'] },
  load: withQuery,
  loadByAddress: withQuery,
  compileSql: withQuery,
  compileSqlByAddress: withQuery,
  dryRun: withQuery,
  dryRunByAddress: withQuery,
  // An id names an item only together with its type.
  moveWorkspaceObject: {
    fixtures: ['reportId'],
    options: ({ reportId }) => ({ values: { type: 'REPORT', id: reportId } }),
  },
  bulkMoveWorkspaceObjects: {
    fixtures: ['reportId', 'workbookId'],
    options: ({ reportId, workbookId, folderId }) => ({
      // To the root, since a folder cannot move into itself.
      variant: 'required',
      values: {
        items: [
          { type: 'REPORT', id: reportId },
          { type: 'WORKBOOK', id: workbookId },
          { type: 'FOLDER', id: folderId },
        ],
      },
    }),
  },
  // Which fields an entry has follows from its kind.
  updateFolderAccess: givingNothing,
  updateWorkbookAccess: givingNothing,
  updateReportAccess: givingNothing,
  // Its ids are texts.
  createUserAttributeValue: {
    fixtures: ['userId', 'userAttributeId'],
    options: ({ userId, userAttributeId }) => ({
      values: { userId: String(userId), userAttributeId: String(userAttributeId) },
    }),
  },
  // One of two ids of the viewer has to be there; and a dashboard in a session needs a share besides.
  generateSession: {
    options: () => ({ variant: 'required', fields: ['externalId'] }),
    exclusive: ['internalId'],
  },
};

/** Makes the records that a request for an operation can name, new ones each time. */
export async function makeFixturesFor(
  id: OperationId,
  testApp: TestApp,
  calls: WorkspaceCalls,
): Promise<Fixtures> {
  const { fixtures = [], own } = specials[id] ?? {};
  const made = await makeFixtures(testApp, calls, new Set([...fixturesNamedBy(operations[id]), ...fixtures]));
  return { ...made, ...(await own?.(testApp)) };
}

/**
 * A request for an operation, made from its schemas, that is valid and succeeds for a caller who may see and change the
 * fixtures.
 */
export function requestFor(id: OperationId, fixtures: Fixtures): OperationRequest {
  return requestFromSchema(operations[id], fixtures, specials[id]?.options?.(fixtures));
}

/** A request with everything that an operation declares, which its schemas allow; what it names may be out of reach. */
export function completeRequestFor(id: OperationId, fixtures: Fixtures): OperationRequest {
  const { options, exclusive = [] } = specials[id] ?? {};
  return requestFromSchema(operations[id], fixtures, {
    ...options?.(fixtures),
    variant: 'complete',
    without: exclusive,
  });
}
