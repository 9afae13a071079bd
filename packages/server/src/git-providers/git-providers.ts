import type { Db } from '../db/database.ts';
import type { ModelBuilding } from '../model/model-building.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { GitProviderSettings } from '../server-settings/git-provider-settings.ts';
import { createGitHubApp } from './github/github-app.ts';
import { createGitHubLinks } from './github/github-links.ts';
import { createGitHubService, type GitHub, type GitHubService } from './github/github-service.ts';
import { createRemoteOpener } from './remote-credentials.ts';
import { createRemoteService, type RemoteService } from './remote-service.ts';
import { createRemoteSyncs, type RemoteSyncs } from './remote-syncs.ts';

/** Everything about the repositories of other hosts. */
export interface GitProviders {
  readonly syncs: RemoteSyncs;
  readonly remotes: RemoteService;
  readonly github: GitHubService;
  /** Undefined where it is not set up. */
  readonly gitHub: GitHub | undefined;
  /** The settings that GitHub needs. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** What git hosts are reached with. */
interface GitProvidersOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly building: ModelBuilding;
  /** Undefined: none is reached, as in most tests. */
  readonly settings: GitProviderSettings | undefined;
  onFault?(error: unknown): void;
}

/** Makes what connects deployments with git hosts. Nothing is reached yet. */
export function createGitProviders(options: GitProvidersOptions): GitProviders {
  const { db, keyring, building, settings, onFault } = options;
  const gitHub = gitHubOf(options);
  const missing = settings && 'missing' in settings.github ? settings.github.missing : [];
  const openRemote = createRemoteOpener({
    keyring,
    gitHub: gitHub && { app: gitHub.app, url: gitHub.settings.url },
  });
  const syncs = createRemoteSyncs({ db, building, settings, openRemote, ...(onFault && { onFault }) });
  const forgets = [building.onBranchChange(syncs.noteChange), building.onMerge(syncs.fetch)];
  return {
    syncs,
    remotes: createRemoteService({ db, keyring, building, syncs }),
    github: createGitHubService({ db, building, syncs, gitHub, missing }),
    gitHub,
    missing,
    async close() {
      for (const forget of forgets) forget();
      await syncs.close();
    },
  };
}

function gitHubOf({ db, keyring, settings }: GitProvidersOptions): GitHub | undefined {
  if (!settings || 'missing' in settings.github) return undefined;
  const app = createGitHubApp(settings.github);
  return { settings: settings.github, app, links: createGitHubLinks({ db, keyring, app }) };
}
