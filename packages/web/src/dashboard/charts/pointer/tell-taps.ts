/**
 * Tells Vega where a finger taps. It knows the mark below a pointer from its moves alone, and a finger does not move
 * before it taps: without this a tap would choose nothing. The press of a mouse, which browsers make of a tap, is told
 * as well, and changes nothing.
 */
export function tellTaps(canvas: HTMLCanvasElement): void {
  const tell = ({ clientX, clientY }: MouseEvent) =>
    canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }));
  canvas.addEventListener('mousedown', tell, { capture: true });
}
