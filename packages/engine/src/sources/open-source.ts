import type { Source, SourceConfig } from './source.ts';

/** How each kind of source is opened; its client is loaded when the first one is. */
const openers: { readonly [Type in SourceConfig['type']]: (config: SourceConfig) => Promise<Source> } = {
  duckdb: async (config) => (await import('./duckdb-source.ts')).openDuckDbSource(config),
};

/**
 * Opens a source of any kind.
 *
 * @throws a plain error when it cannot be reached
 */
export function openSource(config: SourceConfig): Promise<Source> {
  return openers[config.type](config);
}
