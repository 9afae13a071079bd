import type { Surface } from '@oriel/embed/protocol';
import { UsageError } from '../command-error.ts';

/** `signed`: by a session of the host; `private`: the viewer signs in. */
export type EmbedMode = 'signed' | 'private';

/** The address of the surface under test. */
export interface EmbedAddress {
  readonly surface: Surface;
  readonly mode: EmbedMode;
  readonly origin: string;
  readonly pathname: string;
  /** Returns the address with this session; undefined removes it. */
  withSession(sessionId: string | undefined): string;
  /** The dashboard's public id; undefined on other surfaces. */
  readonly publicId: string | undefined;
  /** The app's deployment; undefined on other surfaces. */
  readonly deploymentId: number | undefined;
  /** Filters that the surface offers, as a query string. */
  readonly filter: string | undefined;
}

/** The surfaces, by the form of their paths. */
const PATHS = [
  { surface: 'dashboard', parameter: 'session', form: /^\/embed\/dashboard\/(?<publicId>[^/]+)$/ },
  { surface: 'app', parameter: 'session', form: /^\/embed\/d\/(?<deploymentId>[1-9]\d{0,9})\/app(?:\/.*)?$/ },
  { surface: 'chat', parameter: 'sessionId', form: /^\/embed\/chat$/ },
] as const;

/** An address, and the session that was written into it. */
interface ReadAddress {
  readonly address: EmbedAddress;
  readonly session: string | undefined;
}

/**
 * Reads the address of a surface.
 *
 * @param options.isSigned whether sessions come from elsewhere as well
 * @throws {@link UsageError} for what is no such address
 */
export function readEmbedAddress(
  text: string,
  { isSigned, filter }: { isSigned: boolean; filter: string | undefined },
): ReadAddress {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${JSON.stringify(text)} is no address of a surface, such as https://…/embed/chat`);
  for (const { surface, parameter, form } of PATHS) {
    const match = form.exec(url.pathname);
    if (!match) continue;
    const session = url.searchParams.get(parameter) || undefined;
    const { publicId, deploymentId } = match.groups ?? {};
    const address: EmbedAddress = {
      surface,
      mode: isSigned || session !== undefined ? 'signed' : 'private',
      origin: url.origin,
      pathname: url.pathname,
      publicId: publicId === undefined ? undefined : decodeURIComponent(publicId),
      deploymentId: deploymentId === undefined ? undefined : Number(deploymentId),
      filter,
      withSession(sessionId) {
        const next = new URL(url);
        next.searchParams.delete(parameter);
        if (sessionId !== undefined) next.searchParams.set(parameter, sessionId);
        return next.href;
      },
    };
    return { address, session };
  }
  throw new UsageError(
    `${url.pathname} is the path of no surface: it is /embed/dashboard/PUBLIC_ID, /embed/d/DEPLOYMENT/app or /embed/chat`,
  );
}
