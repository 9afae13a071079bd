const UNITS = ['bytes', 'KiB', 'MiB'] as const;

/** A number of bytes for a person: `1.2 MiB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1).replace(/\.0$/, '')} ${UNITS[power]}`;
}
