/** The credentials that one server has lately seen to be valid, by their hash; the oldest are forgotten. */
interface KnownSecrets {
  has(hash: string): boolean;
  add(hash: string): void;
  remove(hash: string): void;
}

const MAX_SECRETS = 20_000;

/** Makes an empty set. It decides who is looked up while an address guesses, and never who may do what. */
export function createKnownSecrets(maxSecrets: number = MAX_SECRETS): KnownSecrets {
  // In the order of their last use.
  const hashes = new Set<string>();
  return {
    has: (hash) => hashes.has(hash),
    add(hash) {
      hashes.delete(hash);
      hashes.add(hash);
      if (hashes.size <= maxSecrets) return;
      const [oldest] = hashes;
      if (oldest !== undefined) hashes.delete(oldest);
    },
    remove: (hash) => void hashes.delete(hash),
  };
}
