import { asObject, asTexts, asText } from '../manifest/read-json.ts';
import { SyncFailure } from '../sync-log.ts';

/** What of `dbt_project.yml` is needed to parse the project. */
interface ProjectFile {
  /** Name of its profile. */
  readonly profile: string;
}

/**
 * Reads `dbt_project.yml`, and checks that it names no folder outside of the project, which dbt would read.
 *
 * @throws {@link SyncFailure}
 */
export async function readProjectFile(text: string): Promise<ProjectFile> {
  const { parsePlainYaml } = await import('@oriel/semantic');
  const project = asObject(readYaml(() => parsePlainYaml(text)));
  for (const [name, value] of Object.entries(project))
    for (const path of /-paths?$|^clean-targets$/.test(name) ? [...asTexts(value), ...asTexts([value])] : [])
      if (!isInside(path))
        throw new SyncFailure(
          `dbt_project.yml: ${name} has ${JSON.stringify(path)}, which is no folder of the project`,
        );
  const profile = asText(project['profile']) ?? asText(project['name']);
  if (profile === undefined || profile.includes('{{'))
    throw new SyncFailure('dbt_project.yml: profile has to be the name of a profile');
  return { profile };
}

function readYaml(read: () => unknown): unknown {
  try {
    return read();
  } catch (cause) {
    const [line = ''] = (cause instanceof Error ? cause.message : '').split('\n');
    throw new SyncFailure(`dbt_project.yml: ${line}`, { cause });
  }
}

function isInside(path: string): boolean {
  const isPlain = !path.startsWith('/') && !path.startsWith('~') && !/[\\\0]|\{[{%]/.test(path);
  return isPlain && !path.split('/').includes('..');
}
