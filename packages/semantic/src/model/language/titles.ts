const SMALL_WORDS = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to']);

/** A name made readable: `total_amount` is "Total Amount", `user_id` "User ID", `created_at` "Created at". */
export function readableTitle(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(Boolean);
  return words.map((word, index) => readableWord(word, index)).join(' ');
}

function readableWord(word: string, index: number): string {
  if (word === 'id') return 'ID';
  if (index > 0 && SMALL_WORDS.has(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
