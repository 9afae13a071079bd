import type { AnswerSink } from './answer-spool.ts';
import { createIndenter } from './json-indenter.ts';

/**
 * Indents JSON on its way, as `JSON.stringify(value, undefined, 2)` does. It comes without blanks, in chunks that may
 * be cut anywhere.
 */
export function indentJson(sink: AnswerSink): AnswerSink {
  const indent = createIndenter();
  // Each byte is a character of its own here, and comes out as it went in.
  const indentBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    Buffer.from(indent(Buffer.from(buffer, byteOffset, byteLength).toString('latin1')), 'latin1');
  return { write: (chunks) => sink.write(chunks.map(indentBytes)) };
}
