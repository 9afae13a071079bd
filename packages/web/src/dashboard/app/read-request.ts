import { AppRefusal, appLimits } from './app-protocol.ts';

/** What an app has asked for; without an id it is a notice, which is not answered. */
export interface AppRequest {
  id: string | number | undefined;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** A filter in the words of the query API, as an app adds it to a report. */
interface AppFilter {
  member: string;
  operator: string;
  values?: (string | number | boolean)[];
}

const MAX_ID_LENGTH = 200;
const MAX_FILTERS = 50;
const MAX_ROWS = 50_000;

/** Reads a message of an app: undefined for what is none of ours, which other scripts of the app may send. */
export function readRequest(data: unknown): AppRequest | undefined {
  if (!isRecord(data)) return undefined;
  const { id, method, params } = data;
  if (typeof method !== 'string') return undefined;
  const isId = (typeof id === 'string' && id.length <= MAX_ID_LENGTH) || Number.isFinite(id);
  return {
    // Told apart above.
    id: isId ? (id as string | number) : undefined,
    method,
    params: isRecord(params) ? params : {},
  };
}

/** @throws {@link AppRefusal} for a message that is too long, too many or too deep, also a cyclic one */
export function checkSize(data: unknown): void {
  let [chars, values] = [0, 0];
  const visit = (value: unknown, depth: number): void => {
    values += 1;
    if (typeof value === 'string') chars += value.length;
    const isTooLarge =
      chars > appLimits.maxChars || values > appLimits.maxValues || depth > appLimits.maxDepth;
    if (isTooLarge) throw new AppRefusal('too_large', 'The message is too large');
    if (typeof value !== 'object' || value === null) return;
    // A map, a buffer or the like is no message of ours, and may hold any amount.
    if (!isRecord(value) && !Array.isArray(value))
      throw new AppRefusal('too_large', 'A message is made of objects, lists and plain values');
    for (const [key, item] of Object.entries(value)) {
      chars += key.length;
      visit(item, depth + 1);
    }
  };
  visit(data, 0);
}

/** The filters that an app adds. @throws {@link AppRefusal} for what is none, or names a member that is not allowed */
export function readFilters(given: unknown, allowed: ReadonlySet<string>): AppFilter[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given) || given.length > MAX_FILTERS)
    throw new AppRefusal('invalid_params', `filters must be a list of at most ${MAX_FILTERS}`);
  return given.map((filter: unknown, index): AppFilter => {
    const { member, operator, values } = isRecord(filter) ? filter : {};
    if (typeof member !== 'string' || typeof operator !== 'string' || !isValues(values))
      throw new AppRefusal(
        'invalid_params',
        `filters[${index}] must be {member, operator, values?}, as in the query API, with a list of plain values`,
      );
    if (!allowed.has(member))
      throw new AppRefusal(
        'invalid_params',
        `filters[${index}].member must be a member of the report or of a control, and ${JSON.stringify(member)} is none`,
      );
    return { member, operator, ...(values && { values }) };
  });
}

/** The most rows that an app wants. @throws {@link AppRefusal} */
export function readLimit(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  if (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MAX_ROWS) return Number(given);
  throw new AppRefusal('invalid_params', `limit must be a whole number from 1 to ${MAX_ROWS}`);
}

function isValues(values: unknown): values is (string | number | boolean)[] | undefined {
  const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return values === undefined || (Array.isArray(values) && values.every(isPlain));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
