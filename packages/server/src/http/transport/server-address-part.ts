import { part } from '../../parts/part.ts';

/** Where this server listens; undefined before it does. */
interface ServerAddress {
  url: string | undefined;
}

/** Known to all parts, and set by what listens. */
export const serverAddressPart = part({
  name: 'address of the server',
  needs: {},
  make: (): { provides: ServerAddress } => ({ provides: { url: undefined } }),
});
