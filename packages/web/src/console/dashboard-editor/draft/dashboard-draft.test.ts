import type { DashboardConfig, DashboardWidget } from '@oriel/contract';
import { namedSchemas, toJsonSchema } from '@oriel/contract';
import { childrenOf, widgetsOf } from '@oriel/dashboard/widgets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAdded } from './added-widgets.ts';
import { fitsInto, withContainer, withGridPlace, withStepIn, withStepOut } from './container-moves.ts';
import {
  containerOf,
  findWidget,
  rulesOf,
  withColumns,
  withCompaction,
  withConfig,
  withControlWidth,
  withCopy,
  withoutWidget,
  withPosition,
  withSettings,
  withStep,
  withTheme,
  withWidget,
} from './dashboard-draft.ts';
import { beginHistory, redo, undo, withChange } from '../../editing/edit-history.ts';
import { newChart, newDashboard, newWidget } from './new-widgets.ts';
import type { NewWidgetType } from './widget-sizes.ts';

let made = 0;
const newId = (type: string) => `${type.toLowerCase()}-${(made += 1)}`;
const widget = (type: NewWidgetType, config?: object) => newWidget(type, { ...config }, newId);
const positionOf = (draft: DashboardConfig, id: string) => findWidget(draft, id)?.position;

/** A draft of another maker, with parts that the editor does not know. */
const FOREIGN = {
  kind: 'CLASSIC',
  title: 'Sales',
  layout: { cols: { lg: 12, md: 8 }, rowHeight: 30 },
  settings: { slug: 'sales', board: { grid: 'free' } },
  theme: { themeId: 'corporate', widgets: { border: { width: '2px' } } },
  widgets: [
    {
      id: 'a',
      type: 'CHART',
      position: { x: 0, y: 0, w: 6, h: 4 },
      responsiveLayouts: { sm: { x: 0, y: 9, w: 6, h: 4 } },
      style: { shadow: 'none' },
      config: { reportId: 7, controls: { city: { member: 'orders.city' } }, zoom: 3 },
    },
    { id: 'city', type: 'FILTER', position: { x: 6, y: 0, w: 3, h: 2 }, config: { member: 'users.city' } },
    { id: 'drives', type: 'PARENT', position: { x: 9, y: 0, w: 3, h: 2 }, config: { options: [1, 2] } },
  ],
} as unknown as DashboardConfig;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const [name, schema] of namedSchemas) ajv.addSchema(toJsonSchema(schema), name);
const isDraft = ajv.compile({ $ref: 'DashboardConfigDraftInput#' });

test('what an edit is not about stays as it was stored', () => {
  const moved = withPosition(FOREIGN, 'a', { x: 1 });
  const titled = withConfig(moved, 'a', { title: 'Orders' });
  assert.deepEqual(findWidget(titled, 'a'), {
    ...FOREIGN.widgets?.[0],
    position: { x: 1, y: 0, w: 6, h: 4 },
    config: { reportId: 7, controls: { city: { member: 'orders.city' } }, zoom: 3, title: 'Orders' },
  });
  assert.deepEqual(findWidget(titled, 'drives'), FOREIGN.widgets?.[2]);
  assert.deepEqual(withSettings(FOREIGN, { timezone: 'Asia/Tokyo' }).settings, {
    slug: 'sales',
    board: { grid: 'free' },
    timezone: 'Asia/Tokyo',
  });
  assert.deepEqual(withTheme(FOREIGN, { themeId: undefined }).theme, {
    widgets: { border: { width: '2px' } },
  });
});

test('a widget that is moved pushes others down; gaps stay, or are closed where the draft says so', () => {
  const [a, b] = [widget('CHART'), widget('CHART')];
  const free = withWidget(withWidget(newDashboard('', []), a), b);
  const loose = withCompaction(free, false);
  assert.deepEqual(positionOf(loose, b.id), { x: 6, y: 0, w: 6, h: 7 });
  const over = withPosition(loose, b.id, { x: 4, y: 1 });
  assert.deepEqual([positionOf(over, b.id)?.y, positionOf(over, a.id)?.y], [1, 8]);
  const apart = withPosition(loose, b.id, { y: 20 });
  assert.equal(positionOf(apart, b.id)?.y, 20);
  assert.equal(positionOf(withCompaction(apart, true), b.id)?.y, 0);
  // Where gaps are closed, a widget goes below another by being moved over it: the other takes its place.
  const stacked = withPosition(free, b.id, { x: 0, y: 7 });
  const swapped = withPosition(stacked, a.id, { y: 5 });
  assert.deepEqual([positionOf(swapped, b.id)?.y, positionOf(swapped, a.id)?.y], [0, 7]);
});

test('a widget changes places with those that it has passed, so that nothing is left free beside them', () => {
  const at = (x: number, y: number, w: number, h = 4) => {
    const made = widget('CHART');
    return { ...made, position: { x, y, w, h } };
  };
  const [a, b, wide, below] = [at(0, 0, 3), at(3, 0, 3), at(6, 0, 6), at(6, 4, 3)];
  const draft: DashboardConfig = { widgets: [a, b, wide, below] };
  const placesAfter = (id: string, change: object) =>
    (withPosition(draft, id, change).widgets ?? []).map(({ position: { x, y } }) => [x, y]);
  const line = (...xs: number[]) => [...xs.slice(0, 3).map((x) => [x, 0]), [xs[3], 4]];
  // One that is wider goes before both of the others, wherever it is let go among them.
  for (const x of [0, 1]) assert.deepEqual(placesAfter(wide.id, { x }), line(6, 9, 0, 6));
  assert.deepEqual(placesAfter(a.id, { x: 3 }), line(3, 0, 6, 6));
  // To another line with one of the same size; where it is smaller the others give way.
  assert.deepEqual(placesAfter(below.id, { x: 0, y: 1 }), [
    [6, 4],
    [3, 0],
    [6, 0],
    [0, 0],
  ]);
  assert.equal(positionOf(withPosition(draft, wide.id, { x: 0, y: 4 }), wide.id)?.y, 4);
});

const CLOSED = { kind: 'CLASSIC', settings: { compaction: 'vertical' } } as const;

test('controls that are added have a line at the top, below headings, and nothing rises beside them', () => {
  for (const rules of [{}, CLOSED]) {
    const heading = { ...widget('TEXT'), position: { x: 0, y: 0, w: 12, h: 2 } };
    const [left, right] = [widget('CHART'), widget('CHART')].map((each, index) => ({
      ...each,
      position: { x: index * 6, y: 2, w: 6, h: 7 },
    }));
    assert.ok(left && right);
    let draft: DashboardConfig = { ...rules, widgets: [heading, left, right] };
    const controls = ['FILTER', 'TIME_GRAIN', 'FIELD', 'FILTER', 'FILTER'] as const;
    const made = controls.map((type) => widget(type));
    for (const each of made) draft = withWidget(draft, each);
    assert.deepEqual(
      made.map(({ id }) => positionOf(draft, id)),
      [0, 3, 6, 9, 0].map((x, index) => ({ x, y: index < 4 ? 2 : 4, w: 3, h: 2 })),
    );
    assert.deepEqual([positionOf(draft, left.id)?.y, positionOf(draft, right.id)?.y], [6, 6]);
    // The others of the line stay below it as well when one moves.
    const moved = withPosition(draft, left.id, { h: 9 });
    assert.equal(positionOf(moved, right.id)?.y, 6);
    const [first] = made;
    assert.ok(first);
    // A copy lies in the line, too.
    assert.deepEqual(positionOf(withCopy(draft, first.id, () => 'copy').draft, 'copy'), {
      x: 3,
      y: 4,
      w: 3,
      h: 2,
    });
  }
});

test('a control is made wider where it lies, or in a line of its own', () => {
  const made = Array.from({ length: 4 }, () => widget('FILTER'));
  const [first, , , last] = made;
  assert.ok(first && last);
  const one = withWidget(newDashboard('', [{ id: 1, meta: {} }], newId), first);
  assert.deepEqual(positionOf(withControlWidth(one, first.id, 5), first.id), { x: 0, y: 0, w: 5, h: 2 });
  const four = made.slice(1).reduce((now, each) => withWidget(now, each), one);
  const wide = withControlWidth(four, last.id, 5);
  assert.deepEqual(positionOf(wide, last.id), { x: 0, y: 2, w: 5, h: 2 });
  assert.equal(wide.widgets?.[0]?.position.y, 4);
  assert.equal(withControlWidth(wide, last.id, 5), wide);
});

test('a control beside charts, below others at the side, stays there', () => {
  const side = { ...widget('FILTER'), position: { x: 0, y: 0, w: 3, h: 2 } };
  const chart = { ...widget('CHART'), position: { x: 3, y: 0, w: 9, h: 7 } };
  const next = widget('FILTER');
  const draft = withWidget({ ...CLOSED, widgets: [side, chart] }, next);
  assert.deepEqual(positionOf(draft, next.id), { x: 0, y: 2, w: 3, h: 2 });
  assert.equal(positionOf(draft, chart.id)?.y, 0);
});

test('widgets that are added one after the other share the last line, with nothing left free beside them', () => {
  let draft: DashboardConfig = { widgets: [] };
  let line: ReturnType<typeof withAdded>['line'];
  const add = (added: DashboardWidget) => {
    ({ draft, line } = withAdded(draft, added, line));
    return added.id;
  };
  const placesNow = () => (draft.widgets ?? []).map(({ position: { x, y, w, h } }) => [x, y, w, h].join(' '));
  const first = add(widget('CHART'));
  assert.deepEqual(placesNow(), ['0 0 12 7']);
  add(widget('CHART'));
  assert.deepEqual(placesNow(), ['0 0 6 7', '6 0 6 7']);
  add(widget('TEXT'));
  assert.deepEqual(placesNow().slice(2), ['0 7 12 3']);
  // What was moved is left as it is.
  draft = withPosition(draft, first, { w: 4 });
  draft = withPosition(draft, add(widget('SPACER')), { y: 30 });
  add(newChart({ id: 1, meta: { kind: 'kpi' } }, newId));
  assert.equal(placesNow().at(-1), '4 0 2 7', 'a gap is filled, as high as what is beside it');
});

test('widgets stay within the columns, and are brought within fewer', () => {
  const a = widget('CHART');
  const draft = withWidget(newDashboard('', []), a);
  assert.deepEqual(positionOf(withPosition(draft, a.id, { x: 40, w: 99 }), a.id), {
    x: 0,
    y: 0,
    w: 12,
    h: 7,
  });
  const narrow = withColumns(withPosition(draft, a.id, { x: 6 }), 8);
  assert.deepEqual(positionOf(narrow, a.id), { x: 2, y: 0, w: 6, h: 7 });
  assert.deepEqual(narrow.layout?.cols, { lg: 8, md: 8 });
  assert.deepEqual(withColumns(FOREIGN, 6).layout?.cols, { lg: 6, md: 8 });
});

test('containers take widgets and let them go; they nest as deep as is drawn, and never in themselves', () => {
  const [text, ...containers] = [widget('TEXT'), ...Array.from({ length: 5 }, () => widget('CONTAINER'))];
  const [c1, c2, c3, c4, c5] = containers.map(({ id }) => id) as [string, string, string, string, string];
  let draft = [text, ...containers].reduce<DashboardConfig>((now, each) => withWidget(now, each), {
    widgets: [],
  });
  draft = withContainer(draft, text.id, c1);
  assert.equal(containerOf(draft, text.id)?.id, c1);
  assert.equal(draft.widgets?.length, 5);
  draft = withContainer(withContainer(withContainer(draft, c2, c1), c3, c2), c4, c3);
  assert.equal(fitsInto(draft, c5, c4), false);
  assert.equal(withContainer(draft, c5, c4), draft);
  assert.equal(fitsInto(draft, text.id, c4), true);
  assert.equal(fitsInto(draft, c1, c3), false);
  const out = withGridPlace(draft, text.id);
  assert.ok(out.widgets?.some(({ id }) => id === text.id));
  assert.equal(widgetsOf(withoutWidget(draft, c1)).length, 1);
});

test('a widget goes into the nearest container beside it and out again, one at a time', () => {
  const [near, far, inner] = [widget('CONTAINER'), widget('CONTAINER'), widget('CONTAINER')];
  const text = widget('TEXT');
  let draft = [far, text, near].reduce<DashboardConfig>((now, each) => withWidget(now, each), {
    widgets: [],
  });
  draft = withPosition(draft, far.id, { y: 40 });
  draft = withWidget(draft, inner, near.id);
  const one = withStepIn(draft, text.id);
  assert.equal(containerOf(one, text.id)?.id, near.id);
  const two = withStepIn(one, text.id);
  assert.equal(containerOf(two, text.id)?.id, inner.id);
  assert.equal(withStepIn(two, text.id), two);
  const back = withStepOut(two, text.id);
  assert.equal(containerOf(back, text.id)?.id, near.id);
  const out = withStepOut(back, text.id);
  assert.equal(containerOf(out, text.id), undefined);
  assert.equal(withStepOut(out, text.id), out);
});

test('a widget is put between others of a container; where it lies already nothing is done', () => {
  const [a, b, c, box] = [widget('TEXT'), widget('TEXT'), widget('TEXT'), widget('CONTAINER')];
  let draft = [box, a, b, c].reduce<DashboardConfig>((now, each) => withWidget(now, each), { widgets: [] });
  for (const { id } of [a, b]) draft = withContainer(draft, id, box.id);
  const idsIn = (now: DashboardConfig) => {
    const container = findWidget(now, box.id);
    return container ? childrenOf(container).map(({ id }) => id) : [];
  };
  assert.deepEqual(idsIn(withContainer(draft, c.id, box.id, 1)), [a.id, c.id, b.id]);
  assert.deepEqual(idsIn(withContainer(draft, b.id, box.id, 0)), [b.id, a.id]);
  assert.equal(withContainer(draft, b.id, box.id, 1), draft);
  assert.equal(withContainer(draft, b.id, box.id), draft);
  assert.equal(withContainer(draft, c.id, a.id), draft);
});

test('a widget comes out of a container onto its cells, no smaller than a new one where its size says nothing', () => {
  const box = widget('CONTAINER');
  const chart = { ...widget('CHART'), position: { x: 0, y: 0, w: 1, h: 1 } };
  const draft = withWidget(withWidget({ widgets: [] }, box), chart, box.id);
  assert.deepEqual(positionOf(withGridPlace(draft, chart.id, { x: 9, y: 2 }), chart.id), {
    x: 6,
    y: 2,
    w: 6,
    h: 7,
  });
  assert.deepEqual(positionOf(withGridPlace(draft, chart.id), chart.id), { x: 0, y: 8, w: 6, h: 7 });
  assert.equal(withGridPlace(draft, box.id, { x: 1, y: 1 }), draft);
});

test('a copy has ids of its own, what is in it included', () => {
  const inner = widget('TEXT', { content: 'hello' });
  const container = {
    ...widget('CONTAINER'),
    config: { direction: 'tabs', children: [inner] },
  } as DashboardWidget;
  const draft = withWidget({ widgets: [] }, container);
  const { draft: copied, id } = withCopy(draft, container.id, newId);
  const ids = widgetsOf(copied).map((each) => each.id);
  assert.equal(new Set(ids).size, 4);
  const copy = findWidget(copied, id);
  assert.deepEqual(copy && childrenOf(copy)[0]?.config, { content: 'hello' });
});

test('a control that is deleted is forgotten by the charts', () => {
  const draft = withoutWidget(FOREIGN, 'city');
  assert.deepEqual(findWidget(draft, 'a')?.config, { reportId: 7, controls: {}, zoom: 3 });
});

test('a step exchanges two that lie beside or below each other', () => {
  const draft = newDashboard(
    '',
    [1, 2, 3].map((id) => ({ id, meta: {} })),
    newId,
  );
  const [a = '', b = '', c = ''] = (draft.widgets ?? []).map(({ id }) => id);
  const beside = withStep(draft, b, -1);
  assert.deepEqual([positionOf(beside, b)?.x, positionOf(beside, a)?.x], [0, 6]);
  const below = withStep(draft, c, -1);
  const at = (id: string) => positionOf(below, id)?.y ?? -1;
  assert.ok(at(c) <= at(a) && at(c) <= at(b));
  assert.equal(withStep(draft, a, -1), draft);
});

type Step = (draft: DashboardConfig) => DashboardConfig;

const idIn = (draft: DashboardConfig, at: number) => {
  const all = widgetsOf(draft);
  return all[at % Math.max(1, all.length)]?.id ?? 'none';
};
const type = fc.constantFrom<NewWidgetType>('CHART', 'TEXT', 'FILTER', 'SPACER', 'DIVIDER', 'CONTAINER');
const cell = fc.integer({ min: -3, max: 15 });
const step: fc.Arbitrary<Step> = fc.oneof(
  type.map(
    (each): Step =>
      (draft) =>
        withWidget(draft, widget(each)),
  ),
  type.map(
    (each): Step =>
      (draft) =>
        withAdded(draft, widget(each)).draft,
  ),
  fc.nat(20).map(
    (at): Step =>
      (draft) =>
        withoutWidget(draft, idIn(draft, at)),
  ),
  fc.nat(20).map(
    (at): Step =>
      (draft) =>
        withCopy(draft, idIn(draft, at), newId).draft,
  ),
  fc.tuple(fc.nat(20), cell, cell, cell, cell).map(
    ([at, x, y, w, h]): Step =>
      (draft) =>
        withPosition(draft, idIn(draft, at), { x, y, w, h }),
  ),
  fc.tuple(fc.nat(20), fc.nat(20)).map(
    ([at, into]): Step =>
      (draft) =>
        withContainer(draft, idIn(draft, at), idIn(draft, into)),
  ),
  fc.nat(20).map(
    (at): Step =>
      (draft) =>
        withGridPlace(draft, idIn(draft, at)),
  ),
  fc.tuple(fc.nat(20), cell, cell).map(
    ([at, x, y]): Step =>
      (draft) =>
        withGridPlace(draft, idIn(draft, at), { x, y }),
  ),
  fc.tuple(fc.nat(20), fc.boolean()).map(
    ([at, isIn]): Step =>
      (draft) =>
        (isIn ? withStepIn : withStepOut)(draft, idIn(draft, at)),
  ),
  fc.tuple(fc.nat(20), fc.constantFrom(1 as const, -1 as const)).map(
    ([at, by]): Step =>
      (draft) =>
        withStep(draft, idIn(draft, at), by),
  ),
  fc.tuple(fc.nat(20), fc.string()).map(
    ([at, title]): Step =>
      (draft) =>
        withConfig(draft, idIn(draft, at), { title: title.slice(0, 40) }),
  ),
  fc.integer({ min: 1, max: 24 }).map(
    (columns): Step =>
      (draft) =>
        withColumns(draft, columns),
  ),
  fc.boolean().map(
    (isOn): Step =>
      (draft) =>
        withCompaction(draft, isOn),
  ),
);

test('after any edits a draft is one that the API takes, nothing overlaps, and undoing all of them gives it back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const start = newDashboard(
        'Start',
        [
          { id: 1, meta: {} },
          { id: 2, meta: { kind: 'table' } },
        ],
        newId,
      );
      let history = beginHistory(start);
      for (const each of steps) history = withChange(history, each(history.present));
      const end = history.present;
      assert.ok(isDraft(JSON.parse(JSON.stringify(end))), JSON.stringify(isDraft.errors));
      const { columns } = rulesOf(end);
      const positions = (end.widgets ?? []).map(({ position }) => position);
      for (const [index, one] of positions.entries()) {
        assert.ok(one.x >= 0 && one.y >= 0 && one.w >= 1 && one.h >= 1 && one.x + one.w <= columns);
        for (const other of positions.slice(index + 1))
          assert.ok(
            one.x >= other.x + other.w ||
              other.x >= one.x + one.w ||
              one.y >= other.y + other.h ||
              other.y >= one.y + one.h,
          );
      }
      const ids = widgetsOf(end).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      const taken = history.past.length;
      for (let back = 0; back < taken; back += 1) history = undo(history);
      assert.equal(history.present, start);
      assert.equal(undo(history).present, start);
      for (let on = 0; on < taken; on += 1) history = redo(history);
      assert.equal(history.present, end);
    }),
    { numRuns: 300 },
  );
});

test('typing into one field is undone at once; another field begins a step of its own', () => {
  let history = beginHistory('');
  for (const text of ['a', 'ab', 'abc']) history = withChange(history, text, 'title');
  history = withChange(history, 'abc!', 'label');
  assert.equal(undo(history).present, 'abc');
  assert.equal(undo(undo(history)).present, '');
});

test('a dashboard with all reports begins with its figures, in lines without gaps', () => {
  const kinds = ['kpi', 'vega', 'table', 'kpi', 'vega', 'kpi', 'kpi', 'kpi'];
  const draft = newDashboard(
    '',
    kinds.map((kind, id) => ({ id, meta: { kind } })),
    newId,
  );
  const placed = (draft.widgets ?? []).map(({ config, position: { x, y, w, h } }) => [
    (config as { reportId: number }).reportId,
    [x, y, w, h],
  ]);
  assert.deepEqual(placed, [
    [0, [0, 0, 4, 4]],
    [3, [4, 0, 4, 4]],
    [5, [8, 0, 4, 4]],
    [6, [0, 4, 6, 4]],
    [7, [6, 4, 6, 4]],
    [1, [0, 8, 6, 9]],
    [2, [6, 8, 6, 9]],
    [4, [0, 17, 12, 7]],
  ]);
  assert.deepEqual(newDashboard('', []).widgets, []);
});
