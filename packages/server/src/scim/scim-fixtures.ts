import { scimUrns } from '@oriel/contract';
import type { FeatureFixtures } from '../test/feature-fixtures.ts';
import { fixtures as groupFixtures } from '../identity/groups/group-fixtures.ts';
import { fixtures as userFixtures } from '../identity/users/user-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  scimUserId: {
    missing: '900017',
    make: async (makers) => String(await userFixtures.userId.make(makers)),
  },
  scimGroupId: {
    missing: '900018',
    make: async (makers) => String(await groupFixtures.groupId.make(makers)),
  },
  // The same for every account.
  scimSchemaUrn: {
    missing: 'urn:missing',
    make: async () => scimUrns.group,
  },
  scimResourceType: {
    missing: 'Missing',
    make: async () => 'Group',
  },
} satisfies FeatureFixtures;
