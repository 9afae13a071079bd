/** A name that members and cubes may have: letters, digits and underscores, not a digit first. */
export function toIdentifier(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return /^[a-z]/i.test(plain) ? plain : `n_${plain}`;
}

const MAX_NAME_LENGTH = 100;
