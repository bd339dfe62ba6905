/** Counts what is under way by key, for example by merchant. */
export interface UnderWay {
  /** Counts one more; the returned function takes it off, once. */
  begin(key: string): () => void;
  of(key: string): number;
}

export function makeUnderWay(): UnderWay {
  const counts = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    begin(key) {
      let isOver = false;
      add(key, 1);
      return () => {
        if (isOver) return;
        isOver = true;
        add(key, -1);
      };
    },
    of: (key) => counts.get(key) ?? 0,
  };
}
