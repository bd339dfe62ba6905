// Events that ask the shell to open something. Exactly one component listens to each.
function makeEvent(): { tell: () => void; hear: (listener: () => void) => () => void } {
  const target = new EventTarget();
  return {
    tell: () => void target.dispatchEvent(new Event("told")),
    hear: (listener) => {
      target.addEventListener("told", listener);
      return () => target.removeEventListener("told", listener);
    },
  };
}

export const { tell: openPalette, hear: onOpenPalette } = makeEvent();
export const { tell: openShortcuts, hear: onOpenShortcuts } = makeEvent();
