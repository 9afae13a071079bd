import type {
  OperationTypes,
  RemoveDataModelFilesInput,
  RenameDataModelFilesInput,
  SourceTreeResponse,
  UpdateDataModelFilesInput,
} from '@oriel/contract';
import { isRefusal, refuse } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { isUtf8 } from 'node:buffer';
import type { UserPrincipal } from '../../access/principal.ts';
import {
  shownCommit,
  type BranchState,
  type Change,
  type ModelRepository,
} from '../../build/model-repository.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { pageOf } from '../../paging/page-of-items.ts';
import type { BuildStore } from '../builds/build-store.ts';
import { authorOf, checkSavable } from '../branches/branch-policy.ts';
import { orEmpty, type BranchName, type ModelBranches, type OpenBranch } from '../branches/model-branches.ts';
import { toFileTree, type ShownFile } from './file-tree.ts';
import { createKeyedTurns } from './keyed-turns.ts';

/** What files are read from and saved in. */
interface FileServiceOptions {
  readonly branches: ModelBranches;
  readonly engine: Pick<Engine, 'invalidate'>;
  readonly builds: Pick<BuildStore, 'findLastUpload'>;
}

/** What the parts of the service work with. */
interface FileNeeds extends FileServiceOptions {
  readonly turns: ReturnType<typeof createKeyedTurns>;
}

/** Makes the service of files. */
export function createFileService({ branches, engine, builds }: FileServiceOptions) {
  const turns = createKeyedTurns();
  return bindFirst({ branches, engine, builds, turns }, { list, update, remove, rename });
}

/** @throws `branch_not_found`, `invalid_cursor` */
async function list(
  needs: Pick<FileNeeds, 'branches' | 'builds'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  query: OperationTypes['listFiles']['query'],
): Promise<SourceTreeResponse> {
  const branch = await orEmpty(query, needs.branches.resolve(actor, deployment, query));
  const shown = branch ? await readAsked(needs, branch, query) : [];
  const nodes = toFileTree(shown);
  const page = await pageOf(
    nodes,
    { ...query, first: query.first ?? Math.max(nodes.length, 1) },
    { list: 'model files', keyOf: ({ path }) => path },
  );
  return { ...page, data: page.items };
}

/** Makes the operation that saves the changes which a body asks for. */
function saving<Body extends BranchName>(changesOf: (body: Body) => readonly Change[]) {
  return (
    needs: Pick<FileNeeds, 'branches' | 'engine' | 'turns'>,
    actor: UserPrincipal,
    deployment: DeploymentRef,
    body: Body,
  ): Promise<void> => save(needs, actor, deployment, body, changesOf(body));
}

/**
 * @throws `not_dev_branch`, `branch_of_another`, `branch_not_found`, `branch_changed`, and those of a path and of
 * sizes
 */
const update = saving(({ files }: UpdateDataModelFilesInput) =>
  files.map(({ path, content }) => ({ kind: 'set', path, content })),
);

/** @throws as {@link update}, and `model_file_not_found` */
const remove = saving(({ files }: RemoveDataModelFilesInput) =>
  files.map(({ path }) => ({ kind: 'remove', path })),
);

/** @throws as {@link update}, and `model_file_not_found` */
const rename = saving(({ files }: RenameDataModelFilesInput) =>
  files.map(({ path, newPath }) => ({ kind: 'rename', path, newPath })),
);

/**
 * Saves changes on a branch, all or none, and has its queries answered by them from now on. Those who save other
 * files at the same time do not refuse it; who meets a change of the same files is told.
 */
async function save(
  { branches, engine, turns }: Pick<FileNeeds, 'branches' | 'engine' | 'turns'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  name: BranchName,
  changes: readonly Change[],
): Promise<void> {
  const asked = await branches.resolve(actor, deployment, name);
  await turns.take(`${deployment.id} ${asked.row.name}`, async () => {
    let now = asked;
    for (let tries = 1; ; tries += 1) {
      checkSavable(now.row, actor, deployment);
      try {
        return await now.repository.saveDraft(now.state, changes, authorOf(actor));
      } catch (error) {
        if (!isRefusal(error, 'branch_changed') || tries === MAX_TRIES) throw error;
      }
      now = await branches.resolve(actor, deployment, { branchName: asked.row.name });
      if (!(await haveSameFiles(now.repository, asked.state, now.state, changes)))
        throw refuse('branch_changed', { name: now.row.name });
    }
  });
  engine.invalidate({ deploymentId: deployment.id, branch: asked.row.name });
}

async function readAsked(
  { builds }: Pick<FileNeeds, 'builds'>,
  { row, state, repository }: OpenBranch,
  { showLastCLIUpload, withContent = false }: OperationTypes['listFiles']['query'],
): Promise<ShownFile[]> {
  const commit = showLastCLIUpload
    ? (await builds.findLastUpload(row.deploymentId, row.name))?.commitId
    : shownCommit(state);
  return commit === undefined ? [] : readShown(repository, commit, withContent);
}

/** How often a save meets others before it is refused: git clients, commits and merges do not wait for the turn. */
const MAX_TRIES = 5;

/**
 * Whether the files that changes are about, and what lies below their paths, are the same in two states of a branch.
 */
async function haveSameFiles(
  repository: ModelRepository,
  before: BranchState,
  after: BranchState,
  changes: readonly Change[],
): Promise<boolean> {
  const [from, to] = [shownCommit(before), shownCommit(after)];
  if (from === to) return true;
  const paths = changes.flatMap((change) =>
    change.kind === 'rename' ? [change.path, change.newPath] : [change.path],
  );
  const touched = new Set(paths);
  const isTouched = (path: string) => {
    // The file, or one of the folders above it.
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      if (touched.has(path.slice(0, end))) return true;
    return false;
  };
  const filesOf = async (commit: string) =>
    (await repository.listFiles(commit))
      .filter(({ path }) => isTouched(path))
      .map(({ path, blob }) => `${blob} ${path}`)
      .sort();
  const [old, now] = await Promise.all([filesOf(from), filesOf(to)]);
  return old.length === now.length && old.every((entry, index) => entry === now[index]);
}

async function readShown(
  repository: ModelRepository,
  commit: string,
  withContent: boolean,
): Promise<ShownFile[]> {
  const files = await repository.listFiles(commit);
  if (!withContent) return files.map(({ path }) => ({ path }));
  const contents = await repository.readContents(files.map(({ blob }) => blob));
  return files.map(({ path, blob }) => {
    const bytes = contents.get(blob);
    return { path, content: bytes && isUtf8(bytes) ? bytes.toString() : undefined };
  });
}
