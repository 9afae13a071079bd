import { randomUUID } from 'node:crypto';

/** Smaller documents are read as soon as they come: to hold them back saves nothing. */
const LEAST_CHARACTERS = 64 * 1024;

/** What the text that is being written refers to; undefined while no such text is written. */
let referred: StoredJson[] | undefined;

/**
 * An object of the database as PostgreSQL has written it, which an answer carries as it is: reading megabytes into
 * values, only to write them again, takes longer than all the rest of an answer. Only for what needs no look at its
 * inside, which has no fields here: what is free, or has been found to be what its schema says. Written as any other
 * JSON, it is read after all.
 */
class StoredJson {
  readonly #text: string;
  readonly #mark = randomUUID();

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** What stands for it in a text. Nobody who stores something knows the mark before. */
  get placeholder(): string {
    return JSON.stringify({ [this.#mark]: '' });
  }

  toJSON(): unknown {
    if (!referred) return JSON.parse(this.#text);
    referred.push(this);
    return { [this.#mark]: '' };
  }
}

/** Reads an object from the text of a column; a large one has its fields only where it is written. */
export function readStoredJson<Value extends object>(text: string): Value {
  // The writers of answers take it for the object that it writes.
  return (text.length < LEAST_CHARACTERS ? JSON.parse(text) : new StoredJson(text)) as Value;
}

/** Writes a value by a function, and gives the parts of the text: large stored objects as they are. */
export function writeWithStored(write: () => string): string[] {
  const outer = referred;
  const found: StoredJson[] = [];
  let rest: string;
  try {
    referred = found;
    rest = write();
  } finally {
    referred = outer;
  }
  const parts: string[] = [];
  for (const { text, placeholder } of found) {
    const at = rest.indexOf(placeholder);
    // One that a writer looked at, and did not write.
    if (at === -1) continue;
    parts.push(rest.slice(0, at), text);
    rest = rest.slice(at + placeholder.length);
  }
  return [...parts, rest];
}
