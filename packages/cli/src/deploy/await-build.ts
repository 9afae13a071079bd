import type { Client } from '@oriel/client';
import type { ModelBuild } from '@oriel/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { sendPatiently } from './send-patiently.ts';

/** Which build to wait for. */
interface BuildQuery {
  readonly client: Client;
  readonly deploymentId: number;
  /** Undefined for whatever branch the commit is on. */
  readonly branchName: string | undefined;
  readonly commitId: string;
  readonly signal: AbortSignal;
}

/** Builds that are looked through for that of a commit. */
const MAX_BUILDS = 200;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** Waits until the newest build of a commit has ended; undefined where none was begun. */
export async function awaitBuild(query: BuildQuery): Promise<ModelBuild | undefined> {
  const { client, deploymentId, signal } = query;
  let build = await sendPatiently(() => findBuild(query), signal);
  for (
    let pauseMs = FIRST_PAUSE_MS;
    build?.state === 'building';
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
  ) {
    await pause(pauseMs, undefined, { signal });
    const params = { deploymentId, buildId: build.id };
    build = await sendPatiently(() => client.call('getBuild', { params, signal }), signal);
  }
  return build;
}

async function findBuild({
  client,
  deploymentId,
  branchName,
  commitId,
  signal,
}: BuildQuery): Promise<ModelBuild | undefined> {
  const query = { first: MAX_BUILDS, ...(branchName !== undefined && { branchName }) };
  const { items } = await client.call('listBuilds', { params: { deploymentId }, query, signal });
  return items.find((build) => build.commitId === commitId);
}
