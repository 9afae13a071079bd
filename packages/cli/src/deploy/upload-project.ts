import type { Client } from '@oriel/client';
import { limits, type FileHashes } from '@oriel/contract';
import { readFile } from 'node:fs/promises';
import type { Effects } from '../command.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { createProgress } from './progress.ts';
import { refuseProject, sha1Of, type Project, type ProjectFile } from './read-project.ts';
import { sendPatiently } from './send-patiently.ts';
import { sizeText } from './size-text.ts';

/** Where a project is deployed to. */
interface UploadOptions extends Pick<Effects, 'terminal' | 'printError'> {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly deploymentId: number;
  /** Undefined for the branch that is deployed. */
  readonly branchName: string | undefined;
  readonly message: string | undefined;
  /** Whether files of the branch stay that the project does not have. */
  readonly keepsMissing: boolean;
  /** Whether nothing is told of how far it is. */
  readonly isQuiet: boolean;
}

/** What an upload has done. Counts are files. */
export interface UploadResult {
  /** The newest commit of the branch now. */
  readonly commitId: string;
  readonly deploymentName: string;
  readonly sent: number;
  readonly sentBytes: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Files on their way at once. */
const PARALLEL = 8;

/** Sends what differs, and commits the whole: once, however often a request had to be repeated. */
export async function uploadProject(project: Project, options: UploadOptions): Promise<UploadResult> {
  const { client, signal, deploymentId, branchName, message, keepsMissing } = options;
  const target = {
    params: { deploymentId },
    query: { branchName, useDeployProjectRoot: true },
    signal,
  };
  const known = await sendPatiently(() => client.call('fileHashes', target), signal);
  const { files: held = {}, ...started } = await sendPatiently(
    () => client.call('startUpload', { ...target, query: { ...target.query, resume: true } }),
    signal,
  );
  const changed = project.files.filter(({ path, hash }) => hashIn(known, path) !== hash);
  const missing = changed.filter(({ path, hash }) => hashIn(held, path) !== hash);
  checkSize(changed);
  const files: FileHashes = Object.fromEntries(project.files.map(({ path, hash }) => [path, { hash }]));
  const others = Object.entries(known).filter(([path]) => !Object.hasOwn(files, path));
  // What is left alone here is left alone there, too.
  const kept = others.filter(([path]) => project.rules.isIgnored(path));
  const { transaction } = started;
  const sent = await sendFiles(missing, {
    ...options,
    transaction,
    resumed: changed.length - missing.length,
  });
  const body = {
    transaction,
    files: { ...files, ...sent, ...Object.fromEntries(kept) },
    autoRemoveFiles: !keepsMissing,
    commitMessage: message,
  };
  const { lastHash } = await sendPatiently(() => client.call('finishUpload', { ...target, body }), signal);
  return {
    // A finished upload has a commit, if only the one that was there.
    commitId: lastHash ?? '',
    deploymentName: started.deploymentName,
    sent: missing.length,
    sentBytes: sizeOf(missing),
    removed: keepsMissing ? 0 : others.length - kept.length,
    unchanged: project.files.length - changed.length,
  };
}

const hashIn = (hashes: FileHashes, path: string) =>
  Object.hasOwn(hashes, path) ? hashes[path]?.hash : undefined;
const sizeOf = (files: readonly ProjectFile[]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

const SHOWN_FILES = 5;

/** @throws `CommandError` naming the largest files where an upload would have too much */
function checkSize(files: readonly ProjectFile[]): void {
  const total = sizeOf(files);
  if (total <= limits.MAX_MODEL_BYTES) return;
  const largest = [...files].sort((a, b) => b.sizeBytes - a.sizeBytes).slice(0, SHOWN_FILES);
  const named = largest.map(({ path, sizeBytes }) => `${JSON.stringify(path)} (${sizeText(sizeBytes)})`);
  throw refuseProject(
    'model_too_large',
    `The files that differ have ${sizeText(total)}, and an upload may have ${sizeText(limits.MAX_MODEL_BYTES)}; the largest are ${named.join(', ')}`,
  );
}

interface SendOptions extends UploadOptions {
  readonly transaction: { readonly id: string };
  /** Files that an upload before has sent already. */
  readonly resumed: number;
}

/** Sends files side by side. Answers with their hashes as they were sent, for a file may be changed meanwhile. */
async function sendFiles(files: readonly ProjectFile[], options: SendOptions): Promise<FileHashes> {
  const { client, deploymentId, transaction, resumed, isQuiet, printError } = options;
  const hashes: FileHashes = {};
  if (files.length === 0) return hashes;
  if (resumed > 0 && !isQuiet) printError(`Going on: ${resumed} files were sent before`);
  const total = { files: files.length, sizeBytes: sizeOf(files) };
  const progress = isQuiet ? undefined : createProgress(total, options);
  const failing = new AbortController();
  const signal = AbortSignal.any([options.signal, failing.signal]);
  const queue = files.values();
  const sendNext = async () => {
    for (const { path, location, sizeBytes } of queue) {
      const bytes = await readAgain(path, location);
      const file = { name: 'file', mediaType: 'application/octet-stream', bytes };
      const body = { transaction: JSON.stringify(transaction), fileName: path, file };
      await sendPatiently(
        () => client.call('uploadFile', { params: { deploymentId }, body, signal }),
        signal,
      );
      hashes[path] = { hash: sha1Of(bytes) };
      progress?.advance(sizeBytes);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, sendNext));
  } catch (error) {
    failing.abort();
    if (!isQuiet) printError('What was sent is kept for an hour: the same command goes on from there');
    throw error;
  } finally {
    progress?.end();
  }
  return hashes;
}

async function readAgain(path: string, location: string): Promise<Buffer> {
  try {
    return await readFile(location);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `${path} cannot be read any more (${code}): deploy again`,
      exitCodes.failed,
      { code: 'file_changed' },
      { cause: error },
    );
  }
}
