import type { ModelFile } from '@oriel/semantic';
import { isDeepStrictEqual } from 'node:util';
import type { RuntimeSettings, RuntimeSource } from '../../protocol/engine-types.ts';

/** What a runtime has to be told to run on something else: what differs from before. */
export interface RuntimeChange {
  /** All files of the model, in order. */
  readonly paths: readonly string[];
  /** Those that are new, or have other content. */
  readonly files: readonly ModelFile[];
  readonly environment: RuntimeSource['environment'];
  /** Absent: those that are open stay. */
  readonly sources?: RuntimeSource['sources'];
  readonly settings: RuntimeSettings;
}

/** Finds what differs, so that only that is sent. */
export function changeBetween(known: RuntimeSource, next: RuntimeSource): RuntimeChange {
  const contents = contentsOf(known.files);
  const isSameData =
    known.sourcesVersion === next.sourcesVersion && isDeepStrictEqual(known.sources, next.sources);
  return {
    paths: next.files.map(({ path }) => path),
    files: next.files.filter(({ path, content }) => contents.get(path) !== content),
    environment: next.environment,
    ...(!isSameData && { sources: next.sources }),
    settings: settingsOf(next),
  };
}

/** The files of the model after a change. */
export function changedFiles(known: readonly ModelFile[], { paths, files }: RuntimeChange): ModelFile[] {
  const contents = new Map([...contentsOf(known), ...contentsOf(files)]);
  return paths.map((path) => {
    const content = contents.get(path);
    if (content === undefined) throw new Error(`Nobody has sent the model file ${path}`);
    return { path, content };
  });
}

/** The settings of a source of a runtime, without its model and its data sources. */
export function settingsOf({
  environment: _environment,
  files: _files,
  modelVersion: _modelVersion,
  processEnvironment: _processEnvironment,
  sources: _sources,
  sourcesVersion: _sourcesVersion,
  ...settings
}: RuntimeSource): RuntimeSettings {
  return settings;
}

function contentsOf(files: readonly ModelFile[]): Map<string, string> {
  return new Map(files.map(({ path, content }) => [path, content]));
}
