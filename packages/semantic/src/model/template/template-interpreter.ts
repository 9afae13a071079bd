import { ContextObject } from './context-object.ts';
import { jinja, type JinjaEnvironment, type JinjaNode, type JinjaValue } from './jinja-library.ts';
import type { ReadTemplate } from './read-template.ts';
import { bindModules } from './template-modules.ts';

/** What a template may do, so that one that never ends ends. */
const LIMITS = {
  /** Expressions and statements evaluated, and entries of the lists that they give. */
  steps: 500_000,
  /** Characters of one text. */
  textLength: 2_000_000,
  /** Characters of all texts that come about on the way. */
  textsLength: 50_000_000,
  /** Entries of one list. */
  listLength: 100_000,
  /** What an object of the security context counts for in lists; what it holds is read when it is asked for. */
  contextWeight: 10_000,
};

const CHARACTERS_OF_A_STEP = 1_000;

/** Names that a template may use, and what they stand for: plain data, or functions of plain data. */
export type TemplateScope = Readonly<Record<string, unknown>>;

/**
 * Renders a template. `onText` hears every literal text before it is written, in the order of writing.
 *
 * @throws a plain error with a sentence for the author, or a `TemplateFault` where it knows the line
 */
export function interpretTemplate(
  template: ReadTemplate,
  scope: TemplateScope,
  onText: (text: string) => void = () => {},
): string {
  const createEnvironment = () => environmentOf(scope);
  const environment = createEnvironment();
  const interpreter = new LimitedInterpreter(environment, onText);
  bindModules(template, environment, interpreter, createEnvironment);
  return interpreter.run(jinja.parse(template.tokens)).toString();
}

function environmentOf(scope: TemplateScope): JinjaEnvironment {
  const environment = new jinja.Environment();
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

/** The library's interpreter knows no limits; everything that it evaluates comes by here. */
class LimitedInterpreter extends jinja.Interpreter {
  #steps = 0;
  #textsLength = 0;
  /** What lists and objects come to when they are written out. */
  readonly #weights = new WeakMap<object, number>();
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
    if (node?.type === 'CallExpression') requireFunction(node.callee, environment);
    const result = this.#isInNothing(node, environment)
      ? environment.lookupVariable(node?.operator?.value === 'in' ? 'false' : 'true')
      : super.evaluate(node, environment);
    this.#checkSize(result);
    return result;
  }

  /** As in Jinja, what is not there is in no list; the library knows that of the list alone. */
  #isInNothing(node: JinjaNode | undefined, environment: JinjaEnvironment): boolean {
    const isMembership = node?.type === 'BinaryExpression' && /^(not )?in$/.test(node.operator?.value ?? '');
    return isMembership && this.evaluate(node.left, environment).type === 'UndefinedValue';
  }

  #take(steps: number): void {
    this.#steps += steps;
    if (this.#steps > LIMITS.steps) throw new Error('it takes too many steps');
  }

  #checkSize(result: JinjaValue): void {
    const { value } = result;
    if (typeof value === 'string') {
      // Whatever is done with a text goes by its length.
      this.#take(value.length / CHARACTERS_OF_A_STEP);
      this.#textsLength += value.length;
      if (value.length > LIMITS.textLength || this.#textsLength > LIMITS.textsLength)
        throw new Error('it makes too much text');
    } else if (Array.isArray(value)) {
      if (value.length > LIMITS.listLength) throw new Error('it makes too long a list');
      // A loop over it takes steps even if there is nothing in the loop to evaluate.
      this.#take(value.length);
      this.#weigh(result, value);
    } else if (value instanceof ContextObject) {
      this.#weights.set(result, LIMITS.contextWeight);
    } else if (value instanceof Map) {
      this.#take(value.size);
      this.#weigh(result, value.values());
    }
  }

  /** Lists that hold the same lists again and again are small until they are written out or compared. */
  #weigh(result: JinjaValue, items: Iterable<unknown>): void {
    let weight = 1;
    for (const item of items) weight += this.#weightOf(item);
    if (weight > LIMITS.textLength) throw new Error('it makes too much of lists');
    this.#weights.set(result, weight);
  }

  #weightOf(item: unknown): number {
    if (typeof item !== 'object' || item === null) return 1;
    const known = this.#weights.get(item);
    if (known !== undefined) return known;
    const { value } = item as Partial<JinjaValue>; // as the library holds what is in a list
    return typeof value === 'string' ? value.length : 1;
  }
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
  if (length > LIMITS.listLength) throw new Error('it makes too long a list');
  return Array.from({ length }, (_, index) => start + index * step);
}
