/**
 * Opens something made from the built pages: at once if nothing is being built, else when the build ends.
 * Null until then, and after a build that was stopped or failed, which is reported to its starter.
 */
export function whenBuilt<T>(building: Promise<boolean> | null, open: () => T): () => T | null {
  let opened: T | null = building === null ? open() : null;
  void building?.then(
    (isBuilt) => {
      if (isBuilt) opened = open();
    },
    () => undefined,
  );
  return () => opened;
}
