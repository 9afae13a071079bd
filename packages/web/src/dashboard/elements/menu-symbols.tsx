const drawn = {
  width: 16,
  height: 16,
  viewBox: '0 0 16 16',
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/** Of a menu that takes something away. */
export function DownloadSymbol() {
  return (
    <svg {...drawn}>
      <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.2h10" />
    </svg>
  );
}

/** Of a menu of choices. */
export function ChoicesSymbol() {
  return (
    <svg {...drawn}>
      <path d="M4 6.2 8 10.2 12 6.2" />
    </svg>
  );
}
