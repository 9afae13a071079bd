import type { OperationId } from '@oriel/contract';

/** Operations that let callers in and tell them that no GitHub is set up: `git-providers/github.test.ts` has one. */
export const needGitHub: ReadonlySet<string> = new Set([
  'gitProviderInstallations',
  'gitProviderRepositories',
  'gitProviderBranches',
  'connectGitProvider',
  'createPullRequest',
] satisfies OperationId[]);
