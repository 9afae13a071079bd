import type { ModelFile } from '../files/model-file.ts';

const JAVASCRIPT_NAME = /\b(?:cube|view)\s*\(\s*[`'"](\w+)/g;
const YAML_NAME = /^( *)- +name: *["']?(\w+)/gm;

/**
 * The names of the cubes and views that a file which cannot be read most likely defines: what other files say of them
 * is no further problem.
 */
export function namesIn({ path, content }: ModelFile): string[] {
  if (/\.[cm]?js$/i.test(path)) return [...content.matchAll(JAVASCRIPT_NAME)].map(([, name = '']) => name);
  const entries = [...content.matchAll(YAML_NAME)].map(([, indent = '', name = '']) => ({
    depth: indent.length,
    name,
  }));
  const outermost = Math.min(...entries.map(({ depth }) => depth));
  return entries.filter(({ depth }) => depth === outermost).map(({ name }) => name);
}
