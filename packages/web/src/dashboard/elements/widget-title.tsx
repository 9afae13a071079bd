interface WidgetTitleProps {
  title: string;
  /** In how many containers the widget is; the title of the dashboard is the heading above. Default 0. */
  depth?: number | undefined;
  className?: string | undefined;
}

const LEVELS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The title of a widget: a heading, as far below that of the dashboard as the widget is. */
export function WidgetTitle({ title, depth = 0, className }: WidgetTitleProps) {
  const Heading = LEVELS[depth] ?? 'h6';
  return (
    <Heading className={className} data-part="widget-title" title={title}>
      {title}
    </Heading>
  );
}
