// The scripts of a page arrive after its text, so a reader may press a button before anything listens. The inline script
// in the head remembers the last such press (inline-script.ts), and it is repeated as soon as the page listens.
declare global {
  interface Window {
    earlyClick?: HTMLElement;
  }
}

/** Presses the button again that the reader pressed before the page listened. */
export function repeatEarlyClick(): void {
  const pressed = window.earlyClick;
  delete window.earlyClick;
  if (pressed?.isConnected) pressed.click();
}
