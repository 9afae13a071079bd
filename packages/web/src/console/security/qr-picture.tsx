import makeQrCode from 'qrcode-generator';

/** Modules of white around it, which readers need. */
const MARGIN = 4;

/** A text as a QR code, black on white in every scheme. @param label what it is, for those who cannot see it */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const code = makeQrCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * MARGIN;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const dark = indexes.flatMap((row) =>
    indexes
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`),
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={208} height={208}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
