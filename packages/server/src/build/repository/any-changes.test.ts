import { Refusal } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openModelRepository, type Change } from '../model-repository.ts';

/** `ORIEL_FUZZ_SEED` starts another sequence, `ORIEL_FUZZ_RUNS` another number of runs. */
const seed = Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['ORIEL_FUZZ_RUNS'] ?? 12);

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-changes-'));
});
after(() => rm(dataDir, { recursive: true, maxRetries: 10 }));

/** Few names, so that files and folders meet. */
const path = fc
  .array(fc.constantFrom('a', 'b', 'ü "q"'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), path, content: fc.constantFrom('', 'one', 'two') }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('rename' as const), path, newPath: path }),
);

type Files = ReadonlyMap<string, string>;

/** The naive rule: what a folder of files would be after a change; undefined where it cannot be made. */
function applied(files: Files, change: Change): Files | undefined {
  const isBelow = (one: string, other: string) => one.startsWith(`${other}/`);
  const put = (into: Map<string, string>, at: string, content: string) => {
    const isInTheWay = [...into.keys()].some((known) => isBelow(known, at) || isBelow(at, known));
    return isInTheWay ? undefined : into.set(at, content);
  };
  if (change.kind === 'set') return put(new Map(files), change.path, String(change.content));
  const isMeant = (at: string) => at === change.path || isBelow(at, change.path);
  const moved = [...files].filter(([at]) => isMeant(at));
  if (moved.length === 0) return undefined;
  const rest = new Map([...files].filter(([at]) => !isMeant(at)));
  if (change.kind === 'remove') return rest;
  for (const [at, content] of moved) {
    const target = change.newPath + at.slice(change.path.length);
    if (rest.has(target) || !put(rest, target, content)) return undefined;
  }
  return rest;
}

test('any changes do what they would do to a folder of files, and all of them or none', async () => {
  let deploymentId = 0;
  const author = { name: 'Ada', email: 'ada@example.com' };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), { maxLength: 5 }),
      async (batches) => {
        deploymentId += 1;
        const repository = await openModelRepository(dataDir, deploymentId);
        await repository.commit({ branch: 'master', message: 'Start', author, files: [] });
        let expected: Files = new Map();
        for (const changes of batches) {
          const next = changes.reduce<Files | undefined>(
            (files, one) => files && applied(files, one),
            expected,
          );
          const commit = repository.commitChanges(await repository.getBranch('master'), changes, {
            message: 'x',
            author,
          });
          if (next) await commit;
          else await assert.rejects(commit, Refusal);
          expected = next ?? expected;
        }
        // Opened anew, so that git itself is asked.
        const again = await openModelRepository(dataDir, deploymentId);
        const { head } = await again.getBranch('master');
        const files = await again.readFiles(head);
        assert.deepEqual(new Map(files.map(({ path: at, content }) => [at, content])), expected);
        assert.deepEqual(await repository.listFiles(head), await again.listFiles(head));
      },
    ),
    { seed, numRuns },
  );
});
