import { openModelRepository, runGit, type ModelRepository } from '@oriel/server/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';

const author = { name: 'Bench', email: 'bench@example.com' };
const COMMIT_TARGET = 1.5;
const LIST_TARGET = 2;
const ROUNDS = 30;

/**
 * What the repository of a data model takes beside the commands of git that do the same: a commit of one file in 200,
 * and a list of 1,000 files with their contents. The commands get the same settings, so that they write as safely.
 */
export const modelRepositoryBench: Bench = {
  id: 'model-repository',
  title: 'Commits and lists of a model repository',
  async run(): Promise<BenchResult[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
    try {
      return [await measureCommit(dataDir), await measureList(dataDir)];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const pathOf = (index: number) => `model/cubes/cube-${index}.yml`;
const contentOf = (index: number, version = 0) =>
  `cubes:\n  - name: cube_${index}\n    sql_table: t${version}\n${'    # text of a usual length\n'.repeat(60)}`;

async function startRepository(dataDir: string, id: number, count: number): Promise<ModelRepository> {
  const repository = await openModelRepository(dataDir, id);
  const files = Array.from({ length: count }, (_, index) => ({
    path: pathOf(index),
    content: contentOf(index),
  }));
  await repository.commit({ branch: 'master', message: 'Start', author, files });
  return repository;
}

async function measureCommit(dataDir: string): Promise<BenchResult> {
  const [ours, bare] = [await startRepository(dataDir, 1, 200), await startRepository(dataDir, 2, 200)];
  const commitByHand = await committerByHand(bare);
  let version = 0;
  const samples = await measureInTurn(
    {
      oriel: async () => {
        version += 1;
        const content = contentOf(7, version);
        const state = await ours.getBranch('master');
        await ours.commitChanges(state, [{ kind: 'set', path: pathOf(7), content }], {
          message: 'x',
          author,
        });
      },
      floor: () => commitByHand(contentOf(7, (version += 1))),
    },
    { rounds: ROUNDS },
  );
  return compare('model-repository.commit-one-of-200', samples, { target: COMMIT_TARGET });
}

/** What commits by hash-object, mktree for each folder, commit-tree and update-ref; head and folder are known to it. */
async function committerByHand({ directory }: ModelRepository): Promise<(content: string) => Promise<void>> {
  const run = async (args: readonly string[], input = '') =>
    (await runGit(directory, args, { input })).toString().trim();
  let head = await run(['rev-parse', 'refs/heads/master']);
  const listing = await run(['ls-tree', `${head}:model/cubes`]);
  const name = pathOf(7).split('/').at(-1) ?? '';
  return async (content) => {
    const blob = await run(['hash-object', '-w', '--stdin'], content);
    const lines = listing
      .split('\n')
      .map((line) => (line.endsWith(`\t${name}`) ? `100644 blob ${blob}\t${name}` : line));
    const cubes = await run(['mktree'], lines.join('\n'));
    const model = await run(['mktree'], `040000 tree ${cubes}\tcubes`);
    const root = await run(['mktree'], `040000 tree ${model}\tmodel`);
    const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
    const commit = await run([...identity, 'commit-tree', root, '-p', head], 'x');
    await run(['update-ref', 'refs/heads/master', commit, head]);
    head = commit;
  };
}

async function measureList(dataDir: string): Promise<BenchResult> {
  const { directory } = await startRepository(dataDir, 3, 1_000);
  const head = (await runGit(directory, ['rev-parse', 'refs/heads/master'])).toString().trim();
  const names = Array.from({ length: 1_000 }, (_, index) => `${head}:${pathOf(index)}\n`).join('');
  const samples = await measureInTurn(
    {
      oriel: async () => {
        // Opened anew, so that nothing of it is in memory.
        const repository = await openModelRepository(dataDir, 3);
        const state = await repository.getBranch('master');
        const files = await repository.readFiles(state.head);
        if (files.length !== 1_000) throw new Error('The list is not whole');
      },
      floor: () => runGit(directory, ['cat-file', '--batch'], { input: names }),
    },
    { rounds: ROUNDS },
  );
  return compare('model-repository.list-1000-with-content', samples, { target: LIST_TARGET });
}
