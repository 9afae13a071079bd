import { refuse } from '@oriel/contract';

/**
 * Typed access to the variables of one data source. Names are those of the default source without `CUBEJS_`, such as
 * `DB_HOST`. An empty value counts as unset. Each method throws `unavailable` with the full name of the variable, and
 * with the value unless it may be a secret.
 */
export interface SourceVariables {
  find(name: string): string | undefined;
  get(name: string): string;
  /** One of some words, or undefined. */
  findOneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  findWholeNumber(name: string, range: { min: number; max: number }): number | undefined;
  findBoolean(name: string): boolean | undefined;
  /** Seconds, or a number with `s`, `m` or `h`. */
  findDurationMs(name: string): number | undefined;
  /** A certificate or key as PEM text; a secret, and no path. */
  findPem(name: string): string | undefined;
  /** The full name of the variable. */
  nameOf(name: string): string;
}

/** Of the default source `CUBEJS_DB_HOST`, of the one named `shop` `CUBEJS_DS_SHOP_DB_HOST`. */
export function variablesOf(all: ReadonlyMap<string, string>, source: string): SourceVariables {
  const prefix = source === 'default' ? 'CUBEJS_' : `CUBEJS_DS_${source.toUpperCase()}_`;
  const nameOf = (name: string) => `${prefix}${name}`;
  const find = (name: string) => all.get(nameOf(name)) || undefined;
  const fault = (name: string, reason: string) =>
    refuse('unavailable', { reason: `${nameOf(name)} ${reason}` });
  const shown = (value: string) => JSON.stringify(value);

  return {
    nameOf,
    find,
    get(name) {
      const value = find(name);
      if (value === undefined) throw fault(name, 'is not set');
      return value;
    },
    findOneOf(name, words) {
      const value = find(name);
      const word = words.find((known) => known === value);
      if (value !== undefined && word === undefined)
        throw fault(name, `is ${shown(value)}; this version knows ${LIST.format(words)}`);
      return word;
    },
    findWholeNumber(name, { min, max }) {
      const value = find(name);
      if (value === undefined) return undefined;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max))
        throw fault(name, `is ${shown(value)}; give a whole number from ${min} to ${max}`);
      return number;
    },
    findBoolean(name) {
      const value = find(name)?.toLowerCase();
      if (value === undefined) return undefined;
      const isTrue = ['true', '1'].includes(value);
      if (!isTrue && !['false', '0'].includes(value))
        throw fault(name, `is ${shown(value)}; give true or false`);
      return isTrue;
    },
    findDurationMs(name) {
      const value = find(name);
      if (value === undefined) return undefined;
      const [, amount, unit = 's'] = /^(\d+)([smh])?$/.exec(value) ?? [];
      const ms = Number(amount) * (UNIT_MS[unit] ?? 1);
      if (!(ms > 0 && ms <= MAX_DURATION_MS))
        throw fault(name, `is ${shown(value)}; give seconds, or a number with s, m or h, up to 24h`);
      return ms;
    },
    findPem(name) {
      // A line break is easily lost on the way into a variable.
      const value = find(name)?.replaceAll('\\n', '\n');
      if (value !== undefined && !value.startsWith('-----BEGIN '))
        throw fault(name, 'holds no PEM text; give the text itself, not the path of a file');
      return value;
    },
  };
}

const LIST = new Intl.ListFormat('en-GB');
const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_DURATION_MS = 24 * 3_600_000;
