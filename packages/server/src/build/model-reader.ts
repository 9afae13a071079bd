import type { ModelFile } from '@oriel/semantic';
import { LRUCache } from 'lru-cache';
import type { ModelRepository } from './model-repository.ts';
import { textOf } from './repository/blob-contents.ts';

/** Characters that are kept of all models. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** The texts of a model by the ids of their blobs. */
type Texts = ReadonlyMap<string, string>;

/**
 * Reads a model as {@link ModelRepository.readFiles} does; of what was read before under the same key, only what
 * differs.
 */
export function createModelReader() {
  const kept = new LRUCache<string, Texts>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (texts) =>
      Math.max(
        1,
        [...texts.values()].reduce((sum, { length }) => sum + length, 0),
      ),
  });
  return async (
    key: string,
    repository: Pick<ModelRepository, 'listFiles' | 'readContents'>,
    commit: string,
  ): Promise<ModelFile[]> => {
    const files = await repository.listFiles(commit);
    const known: Texts = kept.get(key) ?? new Map();
    const read = await repository.readContents(
      files.map(({ blob }) => blob).filter((blob) => !known.has(blob)),
    );
    const texts = new Map(files.map(({ blob }) => [blob, known.get(blob) ?? textOf(read, blob)]));
    kept.set(key, texts);
    return files.map(({ path, blob }) => ({ path, content: texts.get(blob) ?? '' }));
  };
}
