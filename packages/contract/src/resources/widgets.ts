import { MAX_CONTAINER_COLUMNS, MAX_DOCUMENT_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  mapOf,
  nullish,
  number,
  object,
  oneOf,
  text,
  union,
  unsafe,
  variants,
  type ObjectOf,
  type Static,
  type TSchema,
} from '../schema.ts';

/*
 * The parts of a dashboard. What a widget shows is its `config`, by its `type`; keys of a config that are not declared
 * belong to other makers of dashboards and are kept.
 */

export const DashboardWidgetPosition = input('Where a widget lies, in columns and rows of the grid.', {
  x: integer('First column, from 0.', { example: 0 }),
  y: integer('First row, from 0.', { example: 0 }),
  w: integer('Width in columns.', { example: 6 }),
  h: integer('Height in rows.', { example: 8 }),
});
export type DashboardWidgetPosition = Static<typeof DashboardWidgetPosition>;

/** A field for each breakpoint of the grid, from the widest; what is left out follows from the others. */
export function forEachScreen<S extends TSchema>(valueOn: (screen: string) => S) {
  return {
    lg: nullish(valueOn('a large screen')),
    md: nullish(valueOn('a medium screen')),
    sm: nullish(valueOn('a small screen')),
    xs: nullish(valueOn('a phone')),
    xxs: nullish(valueOn('a narrow phone')),
  };
}

export const DashboardResponsiveLayouts = input(
  'Positions for other widths of the page than the widest.',
  forEachScreen((screen) => describe(DashboardWidgetPosition, `Position on ${screen}.`)),
);
export type DashboardResponsiveLayouts = Static<typeof DashboardResponsiveLayouts>;

export const DashboardWidgetType = oneOf('What a widget is.', [
  'CHART',
  'TEXT',
  'FILTER',
  'AI',
  'TIME_GRAIN',
  'FIELD',
  'PARENT',
  'SPACER',
  'DIVIDER',
  'CONTAINER',
]);
export type DashboardWidgetType = Static<typeof DashboardWidgetType>;

const title = nullish(text('Text above the widget.', { maxLength: MAX_NAME_LENGTH, example: 'Revenue' }));
const label = nullish(
  text('Text beside the control; default the title of the member.', { maxLength: MAX_NAME_LENGTH }),
);
const memberName = (what: string) => nullish(text(`Full name of ${what}.`, { example: 'orders.status' }));

export const ControlMapping = object('What a control acts on in one chart.', {
  member: text('Full name of the member instead of that of the control.', { example: 'orders.shipped_at' }),
});
export type ControlMapping = Static<typeof ControlMapping>;

export const ChartWidgetConfig = object('What a CHART widget shows.', {
  reportId: nullish(id('Id of a report of the workbook.')),
  title: nullish(text("Text above the chart; default the report's title.", { maxLength: MAX_NAME_LENGTH })),
  hideTitle: nullish(boolean('Whether there is no text above the chart.')),
  controls: nullish(
    mapOf(
      union('False leaves the control out, a member lets it act on that one.', [
        unsafe<false>({ type: 'boolean', enum: [false], description: 'Leaves the control out.' }),
        ControlMapping,
      ]),
      'What controls do to this chart, by the id of their widget; default what they do to all.',
    ),
  ),
});
export type ChartWidgetConfig = Static<typeof ChartWidgetConfig>;

export const TextWidgetConfig = object('What a TEXT widget shows.', {
  content: nullish(
    text(
      'Markdown, which may hold HTML without styles, forms or scripts. Links open a page of their own, pictures are those of ' +
        'the hosts of the account (`ImageHosts`). From 20,000 characters on it is shown as it was written.',
      { maxLength: MAX_DOCUMENT_LENGTH, example: '## Sales' },
    ),
  ),
});
export type TextWidgetConfig = Static<typeof TextWidgetConfig>;

export const ControlVisibility = oneOf(
  'Whether a control is shown, applied without being shown, or shown but locked.',
  ['visible', 'hidden', 'disabled'],
);
export type ControlVisibility = Static<typeof ControlVisibility>;

const visibility = nullish(describe(ControlVisibility, 'Whether it is shown; default `visible`.'));

export const FilterWidgetConfig = object('What a FILTER widget filters by.', {
  member: memberName('a dimension'),
  label,
  operator: nullish(
    text('A filter operator of the query API; default `equals`.', { maxLength: 64, example: 'equals' }),
  ),
  value: nullish(
    union(
      'The value before the viewer chooses one. For `between` two ends, or of a time a period that counts from now, such as ' +
        '`last 7 days`.',
      [
        text('A text, a date or a period.'),
        number('A number.'),
        boolean('A truth value.'),
        list(
          union('One of several.', [text('A text.'), number('A number.'), boolean('A truth value.')]),
          'Several values.',
        ),
      ],
    ),
  ),
  multiple: nullish(boolean('Whether several values may be chosen; default true for texts.')),
  userAttribute: nullish(
    text('A user attribute that gives the value instead of `value`, where the viewer has it.', {
      maxLength: MAX_NAME_LENGTH,
    }),
  ),
  visibility,
});
export type FilterWidgetConfig = Static<typeof FilterWidgetConfig>;

/** The value of a filter; null sets nothing. */
export type ControlValue = FilterWidgetConfig['value'];

export const TimeGrainWidgetConfig = object('What a TIME_GRAIN widget sets.', {
  member: memberName('a time dimension'),
  label,
  granularities: nullish(
    list(text('A granularity.', { example: 'month' }), 'What is offered; default day to year.', {
      maxItems: 50,
    }),
  ),
  value: nullish(text('Granularity at the start; default the own one of each chart.', { example: 'month' })),
  visibility,
});
export type TimeGrainWidgetConfig = Static<typeof TimeGrainWidgetConfig>;

export const FieldAlternative = object('A member that a FIELD widget offers.', {
  member: text('Full name of the member.', { example: 'orders.revenue' }),
  label: nullish(text('Text of the choice; default the name of the member.', { maxLength: MAX_NAME_LENGTH })),
});
export type FieldAlternative = Static<typeof FieldAlternative>;

export const FieldWidgetConfig = object('What a FIELD widget replaces.', {
  member: memberName('the measure or dimension that charts ask for; the columns of their rows keep its name'),
  label,
  alternatives: nullish(
    list(
      union('A member of the same kind: its name, or its name with a text.', [
        text('Full name of the member.', { example: 'orders.revenue' }),
        FieldAlternative,
      ]),
      'What may stand in its place, besides the member itself.',
      { maxItems: 50 },
    ),
  ),
  value: nullish(text('Member at the start; default `member`.', { example: 'orders.revenue' })),
  visibility,
});
export type FieldWidgetConfig = Static<typeof FieldWidgetConfig>;

export const DividerWidgetConfig = object('How a DIVIDER lies.', {
  orientation: nullish(oneOf('Direction of the line; default `horizontal`.', ['horizontal', 'vertical'])),
});
export type DividerWidgetConfig = Static<typeof DividerWidgetConfig>;

/** What a container has beside its children. */
const containerFields = {
  title,
  direction: nullish(
    oneOf(
      'How its children lie; default `horizontal`. With `tabs` one of them is shown, and their titles are the tabs: what lies ' +
        'behind a tab that is not open is neither drawn nor queried.',
      ['horizontal', 'vertical', 'grid', 'tabs'],
    ),
  ),
  columns: nullish(
    integer('Columns of a grid; default 2.', { minimum: 1, maximum: MAX_CONTAINER_COLUMNS, example: 2 }),
  ),
  layout: nullish(
    text('`tabs` is another way to write `direction: tabs`; other values are kept.', { maxLength: 64 }),
  ),
};

type ContainerFields = ObjectOf<typeof containerFields>;

/** `config` of a CONTAINER: widgets side by side, one below the other, in a grid, or behind tabs. */
export interface ContainerWidgetConfig extends ContainerFields {
  children?: DashboardWidget[] | null;
}

/** `config` of a CONTAINER of a draft, in which a widget may lack an id. */
export interface ContainerWidgetConfigDraftInput extends ContainerFields {
  children?: DashboardWidgetDraftInput[] | null;
}

/** A container holds widgets and is one; what stands here is set once widgets are declared, below. */
const childOf = { container: [] as TSchema[], draft: [] as TSchema[] };

const containing = (widget: readonly TSchema[]) =>
  nullish(list(unsafe<unknown>({ allOf: widget }), 'The widgets in it, in order.'));

// The types are interfaces, because only those may lead back to themselves.
export const ContainerWidgetConfig = unsafe<ContainerWidgetConfig>(
  object('What a CONTAINER holds.', { ...containerFields, children: containing(childOf.container) }),
);

export const ContainerWidgetConfigDraftInput = unsafe<ContainerWidgetConfigDraftInput>(
  object('What a CONTAINER of a draft holds.', {
    ...containerFields,
    children: containing(childOf.draft),
  }),
);

const widgetFields = {
  id: text('Id, unique on the dashboard.', { maxLength: 128, example: 'revenue' }),
  type: describe(DashboardWidgetType, 'What it is.'),
  position: describe(DashboardWidgetPosition, 'Where it lies.'),
  responsiveLayouts: nullish(describe(DashboardResponsiveLayouts, 'Where it lies at other widths.')),
  config: nullish(
    freeObject('What it shows, by its type: `ChartWidgetConfig`, `TextWidgetConfig` and so on.'),
  ),
  style: nullish(freeObject('How it looks, beyond the theme.')),
};

/** `config` by `type`; the other types have a free one. */
const configsByType = {
  CHART: { config: nullish(describe(ChartWidgetConfig, 'What the chart shows.')) },
  TEXT: { config: nullish(describe(TextWidgetConfig, 'What the text says.')) },
  FILTER: { config: nullish(describe(FilterWidgetConfig, 'What it filters by.')) },
  TIME_GRAIN: { config: nullish(describe(TimeGrainWidgetConfig, 'What it sets.')) },
  FIELD: { config: nullish(describe(FieldWidgetConfig, 'What it replaces.')) },
  DIVIDER: { config: nullish(describe(DividerWidgetConfig, 'How it lies.')) },
  CONTAINER: { config: nullish(describe(ContainerWidgetConfig, 'What it holds.')) },
};

export const DashboardWidget = variants('A part of a dashboard.', widgetFields, 'type', configsByType);
export type DashboardWidget = Static<typeof DashboardWidget>;

/** A widget of some types. */
export type WidgetOf<Type extends DashboardWidgetType> = Extract<DashboardWidget, { type: Type }>;

export const DashboardWidgetInput = variants(
  'A part of a dashboard to publish.',
  widgetFields,
  'type',
  configsByType,
  { additionalProperties: false },
);
export type DashboardWidgetInput = Static<typeof DashboardWidgetInput>;

export const DashboardWidgetDraftInput = variants(
  'A part of a draft; without an id it gets one.',
  { ...widgetFields, id: nullish(widgetFields.id) },
  'type',
  {
    ...configsByType,
    CONTAINER: { config: nullish(describe(ContainerWidgetConfigDraftInput, 'What it holds.')) },
  },
  { additionalProperties: false },
);
export type DashboardWidgetDraftInput = Static<typeof DashboardWidgetDraftInput>;

childOf.container.push(DashboardWidget);
childOf.draft.push(DashboardWidgetDraftInput);
