/** A user of the door, and how their profile limits them. */
export interface DoorUser {
  readonly name: string;
  readonly password?: string;
  readonly token?: string;
  /** `2` lets them change settings, `1` does not. */
  readonly readonly?: '1' | '2';
}

/** Who may sign in. */
export const doorUsers = {
  owner: { name: 'owner', password: 'of-owner' },
  reader: { name: 'reader', password: 'of-reader', readonly: '2' },
  strict: { name: 'strict', password: 'of-strict', readonly: '1' },
  ada: { name: 'ada', token: 'token-of-ada' },
  grace: { name: 'grace', token: 'token-of-grace' },
} as const satisfies Record<string, DoorUser>;

/** Who has sent a header `Authorization`. */
export function findUser(authorization = ''): DoorUser | undefined {
  const [scheme, credential = ''] = authorization.split(' ');
  const users: readonly DoorUser[] = Object.values(doorUsers);
  if (scheme === 'Bearer') return users.find(({ token }) => token === credential);
  const [name, password] = Buffer.from(credential, 'base64').toString().split(':');
  return users.find((user) => user.name === name && user.password === password);
}
