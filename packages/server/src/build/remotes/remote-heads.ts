import { limits } from '@oriel/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git.ts';
import { changeRefs, listRefs } from '../repository/ref-changes.ts';
import { findPushFaults } from '../smart-http/check-push.ts';
import { openRemote, type Remote, type RemoteSettings } from './open-remote.ts';
import { RemoteError, toRemoteError } from './remote-error.ts';

/** Where the branches of the remote lie in a repository, as they were when they were fetched last. */
export const REMOTE_REFS = 'refs/remotes/origin/';

/** What a remote has. */
interface RemoteHeads {
  /** Commits by the name of the branch, of those that may be taken. */
  readonly heads: ReadonlyMap<string, string>;
  /** Branches that are not taken, with the reason. */
  readonly faults: ReadonlyMap<string, string>;
  /** The host keys that were seen; undefined without SSH. */
  readonly hostKeys: string | undefined;
}

/** How a remote is asked. */
export interface RemoteCall {
  /** The repository here. */
  readonly directory: string;
  readonly remote: Remote;
  readonly settings: RemoteSettings;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 120_000;
const HEADS = 'refs/heads/';

/**
 * Fetches the branches of a remote into {@link REMOTE_REFS}; what was there of branches that are gone is forgotten.
 * They come into a repository of their own first, and what breaks the rules of a push stays there and is removed with
 * it.
 *
 * @param skip branches that are left alone
 * @throws {@link RemoteError}
 */
export async function fetchRemoteHeads(call: RemoteCall, skip: ReadonlySet<string>): Promise<RemoteHeads> {
  return withRemote(call, async (folder, run) => {
    const { directory } = call;
    await git(folder, ['init', '--bare', '--quiet', '--template=']);
    await writeFile(join(folder, 'objects/info/alternates'), `${join(directory, 'objects')}\n`);
    const known = await listRefs(directory, [HEADS, REMOTE_REFS]);
    await writeFile(join(folder, 'packed-refs'), packedRefs([...known.values()]));
    const hostKeys = await run(folder, ['fetch', ...FETCH_OPTIONS], [`+${HEADS}*:${HEADS}*`]);
    const fetched = await listRefs(folder, [HEADS]);
    if (fetched.size > limits.MAX_BRANCHES)
      throw new RemoteError(`The repository has more than ${limits.MAX_BRANCHES} branches`);
    const { heads, faults } = await sortHeads(folder, { fetched, known, skip });
    await takeHeads(directory, folder, heads);
    return { heads, faults, hostKeys };
  });
}

/** What became of a push of one branch. */
export type PushResult = { readonly kind: 'pushed' } | { readonly kind: 'refused'; readonly reason: string };

/**
 * Pushes a commit to a branch of the remote, or removes the branch there (`commit` undefined). The remote never loses a
 * commit by it: where it has another one meanwhile, the push is refused.
 *
 * @throws {@link RemoteError}
 */
export async function pushToRemote(
  call: RemoteCall,
  { branch, commit }: { branch: string; commit: string | undefined },
): Promise<PushResult> {
  const { directory } = call;
  const before = (await listRefs(directory, [`${REMOTE_REFS}${branch}`])).get(`${REMOTE_REFS}${branch}`);
  const lease =
    commit === undefined && before !== undefined ? [`--force-with-lease=${HEADS}${branch}:${before}`] : [];
  const refspec = `${commit ?? ''}:${HEADS}${branch}`;
  const refusal = await withRemote(call, async (_folder, run) => {
    try {
      await run(directory, ['push', '--quiet', '--porcelain', '--no-verify', ...lease], [refspec]);
      return undefined;
    } catch (error) {
      const reason = refusedReason(error);
      if (reason === undefined) throw error;
      return reason;
    }
  });
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  await changeRefs(directory, [{ ref: `${REMOTE_REFS}${branch}`, from: before, to: commit }]);
  return { kind: 'pushed' };
}

type Run = (
  directory: string,
  command: readonly string[],
  refspecs: readonly string[],
) => Promise<string | undefined>;

async function withRemote<T>(
  { directory, remote, settings, signal }: RemoteCall,
  act: (folder: string, run: Run) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(`${directory}.remote.`);
  try {
    const open = await openRemote(remote, settings, folder);
    const run: Run = async (where, command, refspecs) => {
      const { args, environment } = open;
      await git(where, [...CHECKS, ...args, ...command, '--', open.href, ...refspecs], {
        environment,
        timeoutMs: TIMEOUT_MS,
        signal,
        isGroup: true,
      });
      return open.readHostKeys();
    };
    try {
      return await act(folder, run);
    } catch (error) {
      if (open.gate?.isExceeded())
        throw new RemoteError('The git host sends more than a data model may have', { cause: error });
      throw toRemoteError(error);
    } finally {
      await open.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** What comes is checked, and stays in a pack. */
const CHECKS = ['-c', 'fetch.fsckObjects=true', '-c', 'fetch.unpackLimit=1'];
const FETCH_OPTIONS = [
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/** Refs that tell the remote what is here already. @see git-pack-refs(1) */
function packedRefs(commits: readonly string[]): string {
  return [...new Set(commits)].map((commit, index) => `${commit} refs/known/${index}\n`).join('');
}

interface FetchedRefs {
  readonly fetched: ReadonlyMap<string, string>;
  readonly known: ReadonlyMap<string, string>;
  readonly skip: ReadonlySet<string>;
}

/** Tells branches that may be taken from those that may not; what was here already is not looked at again. */
async function sortHeads(folder: string, { fetched, known, skip }: FetchedRefs) {
  const heads = new Map<string, string>();
  const faults = new Map<string, string>();
  const seen = new Set(known.values());
  for (const [ref, commit] of fetched) {
    const name = ref.slice(HEADS.length);
    if (skip.has(name)) continue;
    const branch = { name, from: commit, to: commit };
    const [fault] = seen.has(commit)
      ? []
      : await findPushFaults({ directory: folder, objectDirectory: undefined }, [branch]);
    if (fault === undefined) heads.set(name, commit);
    else faults.set(name, fault.slice(name.length + 2));
  }
  return { heads, faults };
}

/** Takes the objects of branches over, and forgets what is gone. */
async function takeHeads(
  directory: string,
  folder: string,
  heads: ReadonlyMap<string, string>,
): Promise<void> {
  const stale = [...(await listRefs(directory, [REMOTE_REFS]))]
    .filter(([ref]) => !heads.has(ref.slice(REMOTE_REFS.length)))
    .map(([ref, commit]) => ({ ref, from: commit, to: undefined }));
  if (stale.length > 0) await changeRefs(directory, stale);
  if (heads.size === 0) return;
  const refspecs = [...heads.keys()].map((name) => `+${HEADS}${name}:${REMOTE_REFS}${name}`);
  await git(
    directory,
    ['-c', 'protocol.file.allow=always', 'fetch', ...FETCH_OPTIONS, '--stdin', '--', folder],
    {
      input: `${refspecs.join('\n')}\n`,
      timeoutMs: TIMEOUT_MS,
    },
  );
}

/** A line of `git push --porcelain` about a ref that was refused is `!\t<from>:<to>\t[rejected] (<reason>)`. */
function refusedReason(error: unknown): string | undefined {
  const { output } = error as { output?: Buffer };
  const line = output
    ?.toString()
    .split('\n')
    .find((text) => text.startsWith('!\t'));
  if (line === undefined) return undefined;
  const reason = /\(([^()]{1,200})\)\s*$/.exec(line)?.[1] ?? 'refused';
  return /fetch first|non-fast-forward|stale info/.test(reason)
    ? 'the remote has other commits meanwhile'
    : `the remote refuses the push: ${reason.replaceAll(/[^\x20-\x7e]/g, ' ')}`;
}
