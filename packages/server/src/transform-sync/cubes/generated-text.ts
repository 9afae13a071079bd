import { createHash } from 'node:crypto';

const FIRST_LINE = '# Generated from the dbt model ';
const SECOND_LINE =
  '# Extend the cube in a file of its own rather than here: a sync leaves a file alone once it was edited.';
const CHECKSUM = '# Checksum of what follows: ';

/** Puts what a file was generated from, and what tells whether it was edited since, above it. */
export function withHeader(modelId: string, text: string): string {
  const from = modelId.replaceAll(/[^\w.-]/g, '_');
  return `${FIRST_LINE}${from}.\n${SECOND_LINE}\n${CHECKSUM}${checksumOf(text)}\n${text}`;
}

/** `generated`: as it was generated. `edited`: generated and changed since. `foreign`: never generated. */
type Origin = 'generated' | 'edited' | 'foreign';

/** Tells where the text of a file comes from, by its header alone: so it holds on every branch, however it was merged. */
export function originOf(text: string): Origin {
  const [first = '', second, third = '', ...lines] = text.replaceAll('\r\n', '\n').split('\n');
  if (!first.startsWith(FIRST_LINE)) return 'foreign';
  const isWhole = second === SECOND_LINE && third === CHECKSUM + checksumOf(lines.join('\n'));
  return isWhole ? 'generated' : 'edited';
}

function checksumOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
