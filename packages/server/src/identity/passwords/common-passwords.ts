/** Whether a password, in lower case, is one of the commonest. */
type CommonPasswords = (password: string) => boolean;

let loading: Promise<CommonPasswords> | undefined;

/**
 * The 49,000 commonest passwords of leaks. They take 5 MB of memory, from the first password that is set on.
 *
 * @see https://github.com/zxcvbn-ts/zxcvbn
 */
export function loadCommonPasswords(): Promise<CommonPasswords> {
  return (loading ??= load());
}

async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = new Set<string | number>(dictionary['passwords-common']);
  return (password) => words.has(password);
}
