import { MAX_COLOR_LENGTH, MAX_MEMBER_NAME_LENGTH } from '../limits.ts';
import { boolean, list, number, oneOf, optional, text, union, variants, type Static } from '../schema.ts';

/* What a report of the kind `map` shows: points by their coordinates, or regions by a measure. */

const MAX_SOURCE_LENGTH = 2000;
const MAX_PALETTE_COLORS = 32;

const column = (description: string, example: string) =>
  text(description, { minLength: 1, maxLength: MAX_MEMBER_NAME_LENGTH, example });

export const MapSpec = variants(
  'What a map shows of the rows.',
  { mode: oneOf('Points by their coordinates, or regions that a measure colours.', ['points', 'regions']) },
  'mode',
  {
    points: {
      latitude: column('Key of the column of latitudes, in degrees.', 'airports.latitude'),
      longitude: column('Key of the column of longitudes, in degrees.', 'airports.longitude'),
      size: optional(
        union('The size of the points; default 8 pixels.', [
          column('Key of the column of the measure.', 'airports.flights'),
          number('Pixels across, of every point.', { minimum: 1, maximum: 100, example: 8 }),
        ]),
      ),
      color: optional(
        text('Key of the column that colours the points, or a colour of them all; default the accent.', {
          minLength: 1,
          maxLength: MAX_MEMBER_NAME_LENGTH,
          example: 'airports.state',
        }),
      ),
      cluster: optional(
        boolean(
          'Whether points that would overlap are one mark with their number, until the viewer zooms in.',
        ),
      ),
    },
    regions: {
      source: text(
        'Where the regions come from: `world` (countries), `us-states`, or the address of a GeoJSON `FeatureCollection` of polygons or ' +
          'of a TopoJSON `Topology`, on a host of the account (`ImageHosts`) that allows it by CORS.',
        { minLength: 1, maxLength: MAX_SOURCE_LENGTH, example: 'us-states' },
      ),
      property: text(
        'The property of a region that the dimension holds. Of `world`: `name`, `id` (ISO 3166 number), `iso_a2`, `iso_a3`; of ' +
          '`us-states`: `name`, `id` (FIPS number), `postal`; of others `id` or whatever their features have.',
        { minLength: 1, maxLength: MAX_MEMBER_NAME_LENGTH, example: 'postal' },
      ),
      dimension: column('Key of the column that names the region.', 'airports.state'),
      measure: column('Key of the column that colours it.', 'airports.flights'),
      palette: optional(
        union('From the least to the greatest value; default the palette of the account.', [
          text('A palette of the account (`palette:ID`), or a scheme of Vega.', {
            minLength: 1,
            maxLength: MAX_MEMBER_NAME_LENGTH,
            pattern: '^[\\w:-]*$',
            example: 'blues',
          }),
          list(text('A colour.', { maxLength: MAX_COLOR_LENGTH, example: '#18794e' }), 'Colours.', {
            minItems: 2,
            maxItems: MAX_PALETTE_COLORS,
          }),
        ]),
      ),
    },
  },
  { example: { mode: 'points', latitude: 'airports.latitude', longitude: 'airports.longitude' } },
);
export type MapSpec = Static<typeof MapSpec>;
