import { jinja, type JinjaToken } from './values/jinja-library.ts';
import { rewriteTokens } from './rewrite-tokens.ts';

/**
 * Reads the text of a template as far as the library's parser understands it.
 *
 * @param path of the template, which its includes are looked for from
 * @throws where it cannot be read, or names a filter or test that there is not
 */
export function readSyntax(text: string, path: string): readonly JinjaToken[] {
  const tokens = rewriteTokens(jinja.tokenize(text), path);
  jinja.parse(tokens);
  return tokens;
}
