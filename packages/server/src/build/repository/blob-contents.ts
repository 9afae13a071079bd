import { refuse } from '@oriel/contract';
import { git } from '../git.ts';

/** Reads contents by their ids, with one process however many there are. An id that git does not have is left out. */
export async function readBlobs(directory: string, blobs: Iterable<string>): Promise<Map<string, Buffer>> {
  const ids = [...new Set(blobs)];
  if (ids.length === 0) return new Map();
  const output = await git(directory, ['cat-file', '--batch', '--buffer'], {
    input: `${ids.join('\n')}\n`,
    maxOutputBytes: Number.POSITIVE_INFINITY,
  });
  return splitBatch(output);
}

/**
 * The text of a content that was read and that a tree names.
 * @throws `model_repository_lost` where git does not have it
 */
export function textOf(contents: ReadonlyMap<string, Buffer>, blob: string): string {
  const content = contents.get(blob);
  if (!content) throw refuse('model_repository_lost', { state: 'damaged' });
  return content.toString();
}

/**
 * Each object comes as a line `<id> blob <size>`, its bytes and a line feed; one that is not there as `<id> missing`.
 */
function splitBatch(output: Buffer): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  for (let position = 0; position < output.length;) {
    const lineEnd = output.indexOf('\n', position);
    const [id = '', type, size] = output.toString('latin1', position, lineEnd).split(' ');
    position = lineEnd + 1;
    if (type === 'missing') continue;
    contents.set(id, output.subarray(position, position + Number(size)));
    position += Number(size) + 1;
  }
  return contents;
}
