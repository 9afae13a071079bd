import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import type { Board } from './board.ts';
import { signedUrl, startEmbedWorld, type EmbedWorld, type OpenOptions } from './embed.ts';
import { openEmbedded, type EmbeddedPage } from './embedded-page.ts';
import { FLIGHTS, type Flight } from './small-data.ts';
import { modelSettings } from './model-settings.ts';

/** Embedded surfaces of a server with a scripted model. Viewers see seven flights. */
export interface AiWorld extends EmbedWorld {
  readonly model: ModelServer;
  /** Opens a dashboard, and waits until its charts are drawn. */
  openLoaded(publicId: string, options?: OpenOptions): Promise<EmbeddedPage>;
  /** Opens the chat alone. */
  openChat(options?: OpenOptions): Promise<EmbeddedPage>;
}

/** Starts one with a model. @param flights that the demo's model is about */
export async function startAiWorld(flights: readonly Flight[] = FLIGHTS): Promise<AiWorld> {
  const model = await startModelServer();
  const world = await startEmbedWorld(flights, modelSettings(model));
  return {
    ...world,
    model,
    async openLoaded(publicId, options) {
      const embed = await world.open(publicId, options);
      await embed.nextEvent('dashboard-loaded');
      return embed;
    },
    async openChat(options = {}) {
      const url = await signedUrl(world, '/embed/chat?sessionId', options);
      return openEmbedded(world.browser, world.host, url, options);
    },
    async close() {
      await world.close();
      await model.close();
    },
  };
}

/** A query that the viewers see seven flights of. */
export const countOfFlights = { measures: ['network.count'] };

/** A chart of one figure, and a filter that acts on it, beside other widgets. */
export function flightsBoard({ widgets = [] }: Partial<Pick<Board, 'widgets'>> = {}): Board {
  return {
    reports: {
      count: {
        name: 'Flights',
        query: countOfFlights,
        kind: 'kpi',
        spec: { blocks: [{ type: 'number', field: 'network.count' }] },
      },
    },
    widgets: [
      ...widgets,
      {
        id: 'city',
        type: 'FILTER',
        position: { x: 0, y: 6, w: 4, h: 3 },
        config: { member: 'network.origin_city', label: 'City' },
      },
      { id: 'count', type: 'CHART', position: { x: 0, y: 9, w: 12, h: 6 }, config: { report: 'count' } },
    ],
  };
}
