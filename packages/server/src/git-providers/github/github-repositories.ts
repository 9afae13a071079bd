import { refuse } from '@oriel/contract';
import type { Octokit } from '@octokit/core';
import { gitHubRefusal } from './github-errors.ts';

/** An installation of the app that a person sees. */
interface Installation {
  readonly id: number;
  readonly login: string;
  readonly avatarUrl: string;
  readonly isOrganization: boolean;
}

/** A repository at GitHub. */
export interface Repository {
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
  readonly htmlUrl: string;
  readonly defaultBranch: string;
}

const PAGE_SIZE = 100;
const MAX_PAGES = 10;

/** The installations that a person sees. */
export async function listInstallations(github: Octokit): Promise<Installation[]> {
  const found = await readPages(async (page) => {
    const { data } = await github.request('GET /user/installations', { per_page: PAGE_SIZE, page });
    return data.installations;
  });
  return found.flatMap(({ id, account }) =>
    account
      ? [
          {
            id,
            login: 'login' in account ? account.login : account.slug,
            avatarUrl: account.avatar_url,
            isOrganization: 'type' in account && account.type === 'Organization',
          },
        ]
      : [],
  );
}

/** @throws `git_installation_not_found` */
export async function getInstallation(github: Octokit, id: number): Promise<Installation> {
  const found = (await listInstallations(github)).find((installation) => installation.id === id);
  if (!found) throw refuse('git_installation_not_found', { id });
  return found;
}

/** The repositories that both the app and a person see. @throws `git_installation_not_found` */
export function listRepositories(github: Octokit, installationId: number): Promise<Repository[]> {
  return readPages(
    async (page) => {
      const { data } = await github.request('GET /user/installations/{installation_id}/repositories', {
        installation_id: installationId,
        per_page: PAGE_SIZE,
        page,
      });
      return data.repositories.map(toRepository);
    },
    () => refuse('git_installation_not_found', { id: installationId }),
  );
}

/** @throws `git_repository_not_found`, `git_installation_not_found` */
export async function getRepository(
  github: Octokit,
  { installationId, name }: { installationId: number; name: string },
): Promise<Repository> {
  const wanted = name.toLowerCase();
  const found = (await listRepositories(github, installationId)).find((repository) =>
    [repository.name, repository.fullName].some((known) => known.toLowerCase() === wanted),
  );
  if (!found) throw refuse('git_repository_not_found', { name });
  return found;
}

/** Names of branches. @throws `git_repository_not_found` */
export function listBranchNames(github: Octokit, fullName: string): Promise<string[]> {
  const { owner, repo } = partsOf(fullName);
  return readPages(
    async (page) => {
      const { data } = await github.request('GET /repos/{owner}/{repo}/branches', {
        owner,
        repo,
        per_page: PAGE_SIZE,
        page,
      });
      return data.map(({ name }) => name);
    },
    () => refuse('git_repository_not_found', { name: fullName }),
  );
}

/** Creates an empty repository. @throws `git_provider_failed`, such as for a name that is taken */
export async function createRepository(
  github: Octokit,
  { login, isOrganization }: Installation,
  options: { name: string; private: boolean },
): Promise<Repository> {
  try {
    const { data } = isOrganization
      ? await github.request('POST /orgs/{org}/repos', { org: login, ...options })
      : await github.request('POST /user/repos', options);
    return toRepository(data);
  } catch (error) {
    throw gitHubRefusal(error, () =>
      refuse('git_repository_not_found', { name: `${login}/${options.name}` }),
    );
  }
}

/** Opens a pull request. @throws `git_provider_failed`, such as where there is one already */
export async function openPullRequest(
  github: Octokit,
  fullName: string,
  request: { head: string; base: string; title: string; body: string },
): Promise<{ number: number; url: string }> {
  try {
    const { data } = await github.request('POST /repos/{owner}/{repo}/pulls', {
      ...partsOf(fullName),
      ...request,
    });
    return { number: data.number, url: data.html_url };
  } catch (error) {
    throw gitHubRefusal(error, () => refuse('git_repository_not_found', { name: fullName }));
  }
}

interface GitHubRepository {
  /** The types of the library leave room for more than there are. */
  readonly id: number | bigint;
  readonly name: string;
  readonly full_name: string;
  readonly html_url: string;
  readonly default_branch: string;
}

function toRepository({ id, name, full_name, html_url, default_branch }: GitHubRepository): Repository {
  return { id: Number(id), name, fullName: full_name, htmlUrl: html_url, defaultBranch: default_branch };
}

function partsOf(fullName: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = fullName.split('/');
  return { owner, repo };
}

async function readPages<T>(
  read: (page: number) => Promise<T[]>,
  notFound: () => Error = () => refuse('git_provider_not_linked'),
): Promise<T[]> {
  const all: T[] = [];
  try {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const items = await read(page);
      all.push(...items);
      if (items.length < PAGE_SIZE) break;
    }
  } catch (error) {
    throw gitHubRefusal(error, notFound);
  }
  return all;
}
