// What the random searches of a night have compared: pairs of a query and an engine, each with what its answer should
// be.

/** So many pairs of a whole night have to be compared, on each engine. */
export const LEAST_PAIRS = 20_000;

/**
 * @param lines one JSON object for each property and engine: `property`, `engine`, `pairs`, `differences`
 * @returns a table for people, and whether nothing was different
 */
export function summarizePairs(lines) {
  const found = lines.filter(Boolean).map((line) => JSON.parse(line));
  const engines = [...new Set(found.map(({ engine }) => engine))].sort();
  const total = (key, of = () => true) => found.filter(of).reduce((sum, entry) => sum + entry[key], 0);
  const rows = found.map(
    ({ property, engine, pairs, differences }) =>
      `${String(pairs).padStart(9)} pairs, ${String(differences).padStart(3)} differences  ${property}, ${engine}`,
  );
  const each = engines.map((engine) => `${total('pairs', (entry) => entry.engine === engine)} on ${engine}`);
  const differences = total('differences');
  const told = `${total('pairs')} pairs of a query and an engine were compared (${each.join(', ') || 'none'}), ${differences} differences`;
  const least = Math.min(...engines.map((engine) => total('pairs', (entry) => entry.engine === engine)));
  return { text: [...rows, told].join('\n'), least: engines.length === 0 ? 0 : least, differences };
}
