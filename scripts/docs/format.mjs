import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../setup.mjs';

/**
 * Content as the formatter writes it. It lays out tables and the code in pages, so what is generated goes through it
 * too.
 *
 * @param path of the file, which says what it is
 */
export function format(path, content) {
  const oxfmt = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  return execFileSync(process.execPath, [oxfmt, '--stdin-filepath', path], {
    cwd: root,
    input: content,
    encoding: 'utf8',
  });
}
