import type { CDPSession } from 'playwright-core';

/** Of a heap snapshot, what is read here. Nodes are one list of numbers, so many for each. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

/** Types of nodes that scripts make; others are V8's own, or the browser's beside the heap. */
const OF_SCRIPTS: ReadonlySet<string> = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'regexp',
  'number',
  'symbol',
  'bigint',
]);

/** Bytes of the objects, functions, lists and texts that are alive in the heap of a page. */
export async function readObjectBytes(inspector: CDPSession): Promise<number> {
  const { snapshot, nodes } = await takeSnapshot(inspector);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const isOfScripts = types[0].map((type) => OF_SCRIPTS.has(type));
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (isOfScripts[nodes[at + typeAt] ?? -1]) bytes += nodes[at + sizeAt] ?? 0;
  return bytes;
}

async function takeSnapshot(inspector: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const add = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  inspector.on('HeapProfiler.addHeapSnapshotChunk', add);
  await inspector.send('HeapProfiler.takeHeapSnapshot');
  inspector.off('HeapProfiler.addHeapSnapshotChunk', add);
  // What the protocol sends.
  return JSON.parse(chunks.join('')) as Snapshot;
}
