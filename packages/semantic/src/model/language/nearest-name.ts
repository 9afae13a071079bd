/** Nobody misspells a longer name, and comparing goes by the product of the lengths. */
const MAX_COMPARED_LENGTH = 100;

/** The known name that a misspelt one most likely meant, if any is near enough to be worth naming. */
function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A hint that names the nearest known name, or else lists what there is. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return names.length === 0
    ? 'There is none to choose from.'
    : `Known are ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}.`;
}

/** Levenshtein distance, given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      current[j] = Math.min(
        (current[j - 1] ?? limit) + 1,
        (previous[j] ?? limit) + 1,
        (previous[j - 1] ?? limit) + cost,
      );
    }
    if (current.every((distance) => distance >= limit)) return limit;
    previous = current;
  }
  return previous[b.length] ?? limit;
}
