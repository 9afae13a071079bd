/** Where the dbt project of a deployment lies, and how it is parsed. */
export interface TransformSettings {
  readonly repositoryUrl: string;
  readonly token: string | undefined;
  /** The folder of the project in the repository; empty for all of it. */
  readonly path: string;
  readonly branch: string | undefined;
  readonly target: string | undefined;
  readonly schema: string | undefined;
}

/** What every variable of a transform sync begins with. */
const PREFIX = 'SVC_CLOUD_TRANSFORM_';

/** Reads the settings from the variables of a deployment; a text says what is missing or wrong. */
export function readTransformSettings(variables: ReadonlyMap<string, string>): TransformSettings | string {
  const find = (name: string) => variables.get(PREFIX + name)?.trim() || undefined;
  const repositoryUrl = find('REPOSITORY_URL');
  if (repositoryUrl === undefined)
    return `Set the variable ${PREFIX}REPOSITORY_URL to the dbt repository, or send a manifest with "source": "manifest"`;
  const path = (find('PATH') ?? '').replaceAll(/^(\.?\/)+|\/+$/g, '');
  if (path.split('/').includes('..') || path.includes('\0'))
    return `${PREFIX}PATH is ${JSON.stringify(path)}; give a folder of the repository`;
  return {
    repositoryUrl,
    token: find('TOKEN'),
    path,
    branch: find('BRANCH'),
    target: find('TARGET'),
    schema: find('SCHEMA'),
  };
}
