import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/**
 * What one source file holds.
 *
 * @typedef {object} SourceFile
 * @property {string} path from the folder that was read, with `/` between folders
 * @property {number} lines
 * @property {{name: string, documented: boolean}[]} exports declared here; what is only passed on does not count
 * @property {number[]} functionLines the length of each function; arrow functions of one line do not count
 * @property {number} anys how often the type `any` is written
 * @property {number} nonNulls how often `!` asserts that a value is there
 * @property {string[]} imports relative ones as paths like `path`, those of types too
 */

/**
 * Parses the TypeScript sources below a folder, declarations and tests aside.
 *
 * @returns {SourceFile[]}
 */
export function readSourceFiles(folder) {
  return globSync('**/*.{ts,tsx}', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)test\/|\.test\.tsx?$|\.d\.ts$/.test(path))
    .sort()
    .map((path) => readSource(path, readFileSync(join(folder, path), 'utf8')));
}

/** @returns {SourceFile} */
export function readSource(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const file = {
    path,
    lines: text.split('\n').length - 1,
    exports: [],
    functionLines: [],
    anys: 0,
    nonNulls: 0,
    imports: [],
  };
  const addImport = (node) => {
    const specifier = node.source?.value;
    if (specifier?.startsWith('.')) file.imports.push(posix.join(dirname(path), specifier));
  };
  const addFunction = (node) => {
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (node.body && (lines > 1 || node.type !== 'ArrowFunctionExpression')) file.functionLines.push(lines);
  };
  new Visitor({
    TSAnyKeyword: () => void file.anys++,
    TSNonNullExpression: () => void file.nonNulls++,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ImportDeclaration: addImport,
    ImportExpression: addImport,
    TSImportType: addImport,
    ExportAllDeclaration: addImport,
    ExportNamedDeclaration(node) {
      addImport(node);
      for (const name of declaredNames(node.declaration))
        file.exports.push({ name, documented: hasDocComment(text.slice(0, node.start)) });
    },
  }).visit(program);
  return file;
}

/** The names that `export function f`, `export const a = 1, b = 2` and their like declare. */
function declaredNames(declaration) {
  if (!declaration) return [];
  const declared = declaration.declarations ?? [declaration];
  return declared.map(({ id }) => id.name ?? 'a pattern');
}

/** Whether the text before an export ends in a doc comment. */
function hasDocComment(before) {
  const text = before.trimEnd();
  return text.endsWith('*/') && text.startsWith('/**', text.lastIndexOf('/*'));
}
