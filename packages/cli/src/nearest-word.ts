/** The known word that a mistyped one is most likely meant to be; undefined where none is near. */
export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  const distances = [...known].map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word) }));
  const nearest = distances.toSorted((a, b) => a.distance - b.distance)[0];
  return nearest && nearest.distance <= Math.max(2, nearest.word.length / 3) ? nearest.word : undefined;
}

/** How many letters have to be put in, taken out or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
