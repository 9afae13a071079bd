/**
 * Sets a frame into the page in which it runs, and waits for a message of it. It is sent to the page as it stands, so
 * it uses nothing of this module.
 *
 * @returns milliseconds from the navigation of the frame to the message
 */
export function loadFrame({ address, message }: { address: string; message: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    window.addEventListener(
      'message',
      ({ data }: MessageEvent<{ type?: string; payload?: { message?: string } }>) => {
        if (data.type === message) resolve(performance.now() - started);
        if (data.type?.endsWith(':error')) reject(new Error(data.payload?.message));
      },
    );
    const frame = document.createElement('iframe');
    frame.style.cssText = 'width: 1380px; height: 880px; border: 0';
    frame.src = address;
    document.body.append(frame);
  });
}
