/** A frame is no higher than this, whatever the surface says, in CSS pixels. */
const MAX_HEIGHT = 50_000;

/** Makes a frame as high as its content, within bounds; padding and border of the frame come on top. */
export function applyHeight(iframe: HTMLIFrameElement, height: number): void {
  if (!(height > 0)) return;
  const { boxSizing, paddingTop, paddingBottom } = getComputedStyle(iframe);
  const around =
    boxSizing === 'border-box'
      ? iframe.offsetHeight - iframe.clientHeight + parseFloat(paddingTop) + parseFloat(paddingBottom)
      : 0;
  iframe.style.height = `${Math.ceil(Math.min(height, MAX_HEIGHT) + around)}px`;
}
