import type { JinjaValue } from './values/jinja-library.ts';

/**
 * An object of the security context as templates hold it. The library would read all of it when a template begins; this
 * one reads what the template asks for, since that decides for whom else the model is the same.
 */
export class ContextObject extends Map<string, JinjaValue> {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #convert: (value: unknown) => JinjaValue;
  #isWhole = false;

  constructor(source: Readonly<Record<string, unknown>>, convert: (value: unknown) => JinjaValue) {
    super();
    this.#source = source;
    this.#convert = convert;
  }

  override get(name: string): JinjaValue | undefined {
    const known = super.get(name);
    if (known || this.#isWhole || !Object.hasOwn(this.#source, name)) return known;
    const value = this.#convert(this.#source[name]);
    super.set(name, value);
    return value;
  }

  override has(name: string): boolean {
    return this.#isWhole ? super.has(name) : Object.hasOwn(this.#source, name);
  }

  override get size(): number {
    return this.#readAll().#known();
  }

  override entries(): MapIterator<[string, JinjaValue]> {
    this.#readAll();
    return super.entries();
  }

  override keys(): MapIterator<string> {
    this.#readAll();
    return super.keys();
  }

  override values(): MapIterator<JinjaValue> {
    this.#readAll();
    return super.values();
  }

  override forEach(visit: (value: JinjaValue, name: string, map: Map<string, JinjaValue>) => void): void {
    for (const [name, value] of this.entries()) visit(value, name, this);
  }

  override [Symbol.iterator](): MapIterator<[string, JinjaValue]> {
    return this.entries();
  }

  #known(): number {
    return super.size;
  }

  /** In the order of the source, whatever was read before. */
  #readAll(): this {
    if (this.#isWhole) return this;
    const all = Object.keys(this.#source).map((name) => [name, this.get(name)] as const);
    super.clear();
    for (const [name, value] of all) if (value) super.set(name, value);
    this.#isWhole = true;
    return this;
  }
}
