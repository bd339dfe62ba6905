// A fresh proof by the provider happens in a window of its own, so that the page that asked for it stays as it is.
const channelName = "vitaran-proof";
const features = "popup,width=520,height=720";

/** Opens the window. Resolves with true once the proof is made, and with false if the browser opens no window. */
export function proveAtProvider(signal: AbortSignal): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  const opened = window.open("/sign-on?prove", "_blank", features);
  return new Promise((resolve) => {
    const finish = (isProved: boolean): void => {
      channel.close();
      resolve(isProved);
    };
    if (opened === null) return finish(false);
    channel.addEventListener("message", () => finish(true));
    signal.addEventListener("abort", () => finish(false));
  });
}

/** Tells the page that waits. */
export function tellProved(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("proved");
  channel.close();
}
