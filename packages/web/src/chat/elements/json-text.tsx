interface JsonTextProps {
  readonly label: string;
  readonly value: unknown;
}

/** A value as indented JSON. */
export function JsonText({ label, value }: JsonTextProps) {
  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0} role="region" aria-label={label}>
      {JSON.stringify(value, undefined, 2)}
    </pre>
  );
}
