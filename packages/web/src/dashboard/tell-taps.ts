/**
 * Tells Vega where a finger taps. It knows the mark below a pointer from its moves alone, and a finger does not move before it taps: without
 * this a tap would choose nothing.
 */
export function tellTaps(canvas: HTMLCanvasElement): void {
  canvas.addEventListener(
    'click',
    (event) => {
      // A click is a pointer's where the browser says so; another one is told twice, which changes nothing.
      if ('pointerType' in event && event.pointerType === 'mouse') return;
      const { clientX, clientY } = event;
      canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }));
    },
    { capture: true },
  );
}
