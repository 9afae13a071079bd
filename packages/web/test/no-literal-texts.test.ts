import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'vite';

/** Texts that people read stand in `src/messages`, so that each has one place and can be translated. */
const source = join(import.meta.dirname, '../src');

/** Attributes and properties with a value that is read out or shown. */
const TEXT_NAMES =
  /^(aria-(label|description|roledescription|valuetext)|alt|closeButtonLabel|description|error|label|legend|missing|nothingFoundMessage|placeholder|text|title|tooltip)$/;
const LETTERS = /\p{L}{2}/u;

interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/**
 * The literal texts that a module shows: between tags, in attributes and properties that are read, in the page's title.
 */
function literalTexts(code: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = [];
  const visit = (node: Node) => {
    for (const shown of shownBy(node)) found.push(...literalsIn(shown));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(code, { lang }) as unknown as Node);
  return found.map((text) => text.trim()).filter((text) => LETTERS.test(text));
}

/** The parts of a node that people read. */
function shownBy(node: Node): Node[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return node['children'] as Node[];
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    const { name, value } = (node['name'] ?? node['key']) as { name?: string; value?: string };
    const shown = node['value'];
    return TEXT_NAMES.test(name ?? value ?? '') && isNode(shown) ? [shown] : [];
  }
  if (node.type === 'AssignmentExpression') {
    const target = (node['left'] as { property?: { name?: string } }).property?.name;
    return ['title', 'textContent', 'innerText', 'ariaLabel'].includes(target ?? '')
      ? [node['right'] as Node]
      : [];
  }
  return [];
}

/** The literals that an expression comes down to: through conditions and joins, not into calls or nested elements. */
function literalsIn(node: Node): string[] {
  const into = (...fields: string[]) =>
    fields.flatMap((field) => [node[field]].flat().filter(isNode).flatMap(literalsIn));
  switch (node.type) {
    case 'JSXText':
      return [String(node['value'])];
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return [
        ...(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked),
        ...into('expressions'),
      ];
    case 'JSXExpressionContainer':
      return into('expression');
    case 'ConditionalExpression':
      return into('consequent', 'alternate');
    case 'LogicalExpression':
      return node['operator'] === '&&' ? into('right') : into('left', 'right');
    case 'BinaryExpression':
      return node['operator'] === '+' ? into('left', 'right') : [];
    default:
      return [];
  }
}

test('finds texts wherever they are shown, and only those', () => {
  const shown = `
    const tabs = [{ value: 'chart', label: 'Chart' }];
    document.title = 'Reports';
    export const Page = ({ isOpen, name }) => (
      <div className="page" data-mode={isOpen ? 'open' : 'closed'} title={isOpen ? 'Is open' : t('key.closed')}>
        Text {'quoted'} {isOpen && \`\${name} is open\`} {t('some.key')} … {name === 'Anna' && <b aria-label="Bold">/</b>}
      </div>
    );`;
  assert.deepEqual(literalTexts(shown, 'tsx').sort(), [
    'Bold',
    'Chart',
    'Is open',
    'Reports',
    'Text',
    'is open',
    'quoted',
  ]);
});

for (const path of globSync('{console,dashboard,embed}/**/*.{ts,tsx}', { cwd: source }).sort())
  if (!path.endsWith('.test.ts'))
    test(`${path} has no literal text`, async () => {
      const code = await readFile(join(source, path), 'utf8');
      assert.deepEqual(literalTexts(code, path.endsWith('.tsx') ? 'tsx' : 'ts'), []);
    });
