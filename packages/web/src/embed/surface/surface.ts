import type { AppConfigResponse } from '@oriel/contract';
import type { EmbedAction, EmbedErrorCode, EmbedPort, EmittedPayload, Surface } from '@oriel/embed';
import type { SurfacePreferences } from '../preferences/surface-preferences.ts';
import type { SessionProblem, SurfaceSession } from '../session/session.ts';

/** What the entry hands over to the module of a surface. */
export interface EmbeddedSurface {
  readonly kind: Surface;
  /** The address that the host loaded; its parameters hold for the life of the embed. */
  readonly address: URL;
  /** When the page began, as of `performance.now()`. */
  readonly mountedAt: number;
  readonly session: SurfaceSession;
  /** Language, zone, colour scheme and theme, which the host may change. */
  readonly preferences: SurfacePreferences;
  /** The account's settings; undefined where they could not be loaded, and the product's defaults hold. */
  readonly account: AppConfigResponse | undefined;
  /** Tells the host something. */
  readonly emit: EmbedPort['emit'];
  /**
   * Says once that the surface is authenticated and mounted. From then on `perform` gets what the host asks for, in
   * order; what it throws is told the host as an error that is not fatal.
   */
  ready(
    about: Pick<EmittedPayload<'ready'>, 'deploymentId' | 'publicId'>,
    perform: (action: SurfaceAction) => void | Promise<void>,
  ): void;
  /**
   * Says in place of the surface why it cannot be shown, on the page and to the host: once, for nothing of the surface
   * is left then. What the host asks for afterwards is refused.
   */
  fail(problem: SessionProblem, code: EmbedErrorCode): void;
  /** Aborted when the surface has failed: what stands beside it goes. */
  readonly failed: AbortSignal;
}

/** The actions that a surface carries out itself; the entry does the others for every surface. */
export type SurfaceAction = EmbedAction<'refresh' | 'set-filter' | 'navigate' | 'get-state' | 'set-state'>;

/** A surface: what it has to know before it is shown, and how it is shown. */
export interface SurfaceModule<T> {
  /**
   * Asks for what the surface shows, while the account's settings are asked for.
   *
   * @throws {@link SessionError} for what cannot be shown
   */
  load(session: SurfaceSession, address: URL): Promise<T>;
  /** Shows it. Calls `surface.ready` once. */
  mount(surface: EmbeddedSurface, loaded: T): void;
}
