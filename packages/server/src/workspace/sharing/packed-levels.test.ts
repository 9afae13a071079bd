import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packLevels, unpackLevels } from './packed-levels.ts';
import { keyOf, type SubjectLevel } from './resolve-access.ts';

const subject: fc.Arbitrary<SubjectLevel> = fc.record(
  {
    subjectType: fc.constantFrom(
      'USER',
      'GROUP',
      'ORGANIZATION',
      'EMBED_TENANT',
      'ALL_EMBED_USERS',
      'EMBED_USER',
      'EMBED_GROUP',
    ),
    subjectId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    level: fc.constantFrom(0, 1, 2, 3),
  },
  { noNullPrototype: true },
);

test('levels of subjects are the same after packing, in their order', () => {
  fc.assert(
    fc.property(fc.array(subject), (subjects) => {
      const levels = new Map(subjects.map((each) => [keyOf(each), each]));
      const packed = packLevels(levels);
      assert.equal(packed.ids.byteLength + packed.kinds.byteLength, levels.size * 5);
      assert.deepEqual([...unpackLevels(packed)], [...levels]);
    }),
  );
});
