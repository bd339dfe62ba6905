/**
 * What is made of the built pages: opened at once where nothing is being built, else when that is done. Null until
 * then, and after a build that was stopped or failed, of which the one who started it hears.
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
