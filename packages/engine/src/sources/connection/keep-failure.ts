import type { ReadOptions } from './source.ts';

/** Takes rows, and keeps what that has thrown, which is no failure of the server. */
export function keepFailure(take: ReadOptions['take']) {
  const taking = {
    failure: undefined as { readonly error: unknown } | undefined,
    async take(...[portion]: Parameters<typeof take>) {
      try {
        await take(portion);
      } catch (error) {
        taking.failure = { error };
        throw error;
      }
    },
  };
  return taking;
}
