import { ContextObject } from './context-object.ts';
import { applyFilter, applyTest } from './filters/filters.ts';
import { boolean, mapping, nativeFunction } from './values/template-values.ts';
import { jinja, type JinjaEnvironment, type JinjaNode, type JinjaValue } from './values/jinja-library.ts';
import { createLoopNames, loopFunctionIn } from './loop-names.ts';
import { programOf, type RootTemplate } from './read-template.ts';
import { TEST_AS_FILTER } from './rewrite-tests.ts';
import { OWN_NAMES } from './rewrite-tokens.ts';
import { callWith, createInclude } from './template-includes.ts';
import { checkListLength, TEMPLATE_LIMITS as LIMITS } from './values/template-limits.ts';
import { bindModules } from './template-modules.ts';
import { operate } from './template-operators.ts';
import { createWeights } from './value-weights.ts';

/** Names that a template may use, and what they stand for: plain data, or functions of plain data. */
export type TemplateScope = Readonly<Record<string, unknown>>;

/**
 * Renders a template. `onText` hears every literal text before it is written, in the order of writing.
 *
 * @throws a plain error with a sentence for the author, or a `TemplateFault` where it knows the line
 */
export function interpretTemplate(
  template: RootTemplate,
  scope: TemplateScope,
  onText: (text: string) => void = () => {},
): string {
  const interpreter = new LimitedInterpreter(new jinja.Environment(), onText);
  const createEnvironment = (): JinjaEnvironment => {
    const environment = environmentOf(scope);
    environment.setVariable(OWN_NAMES.include, include);
    return environment;
  };
  const include = nativeFunction(
    createInclude({ interpreter, read: template.readIncluded, createEnvironment }),
  );
  const environment = createEnvironment();
  bindModules(template, environment, interpreter, createEnvironment);
  return interpreter.evaluate(programOf(template), environment).toString();
}

function environmentOf(scope: TemplateScope): JinjaEnvironment {
  const environment = new jinja.Environment();
  environment.setVariable(OWN_NAMES.with, nativeFunction(callWith));
  environment.setVariable('dict', nativeFunction(dict));
  for (const [name, value] of Object.entries({ ...CONSTANTS, range, ...scope })) {
    if (typeof value === 'function') environment.set(name, value);
    else environment.setVariable(name, toValue(value));
  }
  return environment;
}

/** Plain data as the library holds it; objects are read when a template asks for them. */
function toValue(data: unknown): JinjaValue {
  const scratch = new jinja.Environment();
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return scratch.set('data', data);
  const source = data as Readonly<Record<string, unknown>>; // neither a list nor null
  return Object.assign(scratch.set('data', {}), { value: new ContextObject(source, toValue) });
}

/** What authors mean to refer to with one brace each side. */
const REFERENCES = new Set([
  'CUBE',
  'TABLE',
  'FILTER_PARAMS',
  'FILTER_GROUP',
  'SECURITY_CONTEXT',
  'SQL_UTILS',
]);
const CONSTANTS = { true: true, True: true, false: false, False: false, none: null, None: null };

/** The library's interpreter knows no limits, and less of Jinja; everything that it evaluates comes by here. */
class LimitedInterpreter extends jinja.Interpreter {
  #steps = 0;
  #textsLength = 0;
  readonly #weigh = createWeights();
  readonly #loopNames = createLoopNames();
  readonly #onText: (text: string) => void;

  constructor(environment: JinjaEnvironment, onText: (text: string) => void) {
    super(environment);
    this.#onText = onText;
  }

  override evaluate(node: JinjaNode | undefined, environment: JinjaEnvironment): JinjaValue {
    this.#take(1);
    if (node?.type === 'StringLiteral') this.#onText(String(node.value));
    if (node?.type === 'Identifier' && REFERENCES.has(String(node.value)))
      throw new Error(`${String(node.value)} is known to SQL, not to templates`);
    const result = this.#evaluateOwn(node, environment) ?? super.evaluate(node, environment);
    this.#checkSize(result);
    return result;
  }

  /** What the library does not know, or knows otherwise than Jinja. */
  #evaluateOwn(node: JinjaNode | undefined, environment: JinjaEnvironment): JinjaValue | undefined {
    switch (node?.type) {
      case 'Given':
        return (node as GivenNode).given;
      case 'TupleLiteral':
        // Loops of the library take lists apart alone.
        return super.evaluate({ ...node, type: 'ArrayLiteral' }, environment);
      case 'FilterExpression':
        return this.#filter(node.filter, this.evaluate(node.operand, environment), environment);
      case 'FilterStatement':
        return this.#filter(node.filter, this.#render(node, environment), environment);
      case 'Set':
        return this.#setFiltered(node, environment);
      case 'BinaryExpression':
        return this.#operate(node, environment);
      case 'CallExpression':
        return this.#callOfLoop(node, environment);
      case 'MemberExpression':
        return this.#loopNames.depth(node, environment);
      default:
        return undefined;
    }
  }

  #render({ body = [] }: JinjaNode, environment: JinjaEnvironment): JinjaValue {
    return this.evaluate({ type: 'Program', body }, environment);
  }

  #filter(node: JinjaNode | undefined, operand: JinjaValue, environment: JinjaEnvironment): JinjaValue {
    const [positional, named] = this.evaluateArguments(node?.args ?? [], environment);
    const name = String((node?.callee ?? node)?.value);
    this.#takeCharacters(this.#weigh(operand));
    const [, negation, test] = TEST_AS_FILTER.exec(name) ?? [];
    if (test === undefined) return applyFilter(name, operand, { positional, named });
    return boolean(applyTest(test, operand, { positional, named }) !== (negation !== undefined));
  }

  /** `set name | filter`, which takes what stands up to `endset`. */
  #setFiltered(node: JinjaNode, environment: JinjaEnvironment): JinjaValue | undefined {
    if (node.assignee?.type !== 'FilterExpression') return undefined;
    const given: GivenNode = { type: 'Given', given: this.#render(node, environment) };
    const [name, value] = filterGiven(node.assignee, given);
    return super.evaluate({ ...node, assignee: name, value }, environment);
  }

  #operate(node: JinjaNode, environment: JinjaEnvironment): JinjaValue | undefined {
    const operator = node.operator?.value ?? '';
    if (operator === 'and' || operator === 'or') return undefined;
    const [left, right] = [node.left, node.right].map((side) => this.evaluate(side, environment));
    if (!left || !right) return undefined;
    this.#takeCharacters(this.#weigh(left) + this.#weigh(right));
    const [given, others] = [left, right].map((value): GivenNode => ({ type: 'Given', given: value }));
    return (
      operate(operator, left, right) ?? super.evaluate({ ...node, left: given, right: others }, environment)
    );
  }

  #callOfLoop({ callee, args = [] }: JinjaNode, environment: JinjaEnvironment): JinjaValue | undefined {
    const name = loopFunctionIn(callee);
    if (name === undefined) {
      requireFunction(callee, environment);
      return undefined;
    }
    return this.#loopNames.call(name, this.evaluateArguments(args, environment)[0], environment);
  }

  #take(steps: number): void {
    this.#steps += steps;
    if (this.#steps > LIMITS.steps) throw new Error('it takes too many steps');
  }

  #takeCharacters(count: number): void {
    this.#take(count / LIMITS.charactersOfAStep);
  }

  #checkSize(result: JinjaValue): void {
    const { value } = result;
    if (typeof value === 'string') {
      // Whatever is done with a text goes by its length.
      this.#takeCharacters(value.length);
      this.#textsLength += value.length;
      if (value.length > LIMITS.textLength || this.#textsLength > LIMITS.textsLength)
        throw new Error('it makes too much text');
    } else if (Array.isArray(value)) {
      checkListLength(value.length);
      // A loop over it takes steps even if there is nothing in the loop to evaluate.
      this.#take(value.length);
      this.#takeCharacters(this.#weigh(result));
    } else if (value instanceof Map && !(value instanceof ContextObject)) {
      this.#take(value.size);
      this.#takeCharacters(this.#weigh(result));
    }
  }
}

/** A value in place of an expression. */
interface GivenNode extends JinjaNode {
  readonly given: JinjaValue;
}

/** The name in front of filters, and the filters with a value in its place. */
function filterGiven(
  node: JinjaNode | undefined,
  given: GivenNode,
): [name: JinjaNode | undefined, value: JinjaNode] {
  if (node?.type !== 'FilterExpression') return [node, given];
  const [name, operand] = filterGiven(node.operand, given);
  return [name, { ...node, operand }];
}

/** Names the function that there is not, which the library does not. */
function requireFunction(callee: JinjaNode | undefined, environment: JinjaEnvironment): void {
  if (callee?.type !== 'Identifier') return;
  const name = String(callee.value);
  if (environment.lookupVariable(name).type !== 'FunctionValue') throw new Error(`${name} is not a function`);
}

/** As in Python, for numbers of entries that a model can have. */
function range(...numbers: unknown[]): number[] {
  const bounds = numbers.filter((number) => typeof number === 'number');
  const [start, end] = bounds.length > 1 ? [bounds[0] ?? 0, bounds[1] ?? 0] : [0, bounds[0] ?? 0];
  const step = bounds[2] ?? 1;
  const length = step === 0 ? 0 : Math.max(0, Math.ceil((end - start) / step));
  checkListLength(length);
  return Array.from({ length }, (_, index) => start + index * step);
}

/** `dict(a=1)`, and `dict(other, a=1)`: the library puts what is given by name into an object behind the others. */
function dict(args: readonly JinjaValue[]): JinjaValue {
  return mapping(args.flatMap(({ value }) => (value instanceof Map ? [...value] : [])));
}
