// A choice about the appearance, kept in this browser and shared by all components that use it.
import { useSyncExternalStore } from "react";

interface KeptChoice<Value extends string> {
  use: () => Value;
  choose: (value: Value) => void;
}

/** The first of `values` is the default. `apply` is called on each change. */
export function keptChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
  apply: (value: Value) => void = () => {},
): KeptChoice<Value> {
  const listeners = new Set<() => void>();
  let chosen: Value | undefined;
  function read(): Value {
    try {
      const kept = localStorage.getItem(key);
      return values.find((value) => value === kept) ?? values[0];
    } catch {
      // Storage may be forbidden. The choice then lasts as long as the page.
      return values[0];
    }
  }
  const current = () => (chosen ??= read());
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return {
    use: () => useSyncExternalStore(subscribe, current, () => values[0]),
    choose(value) {
      chosen = value;
      apply(value);
      try {
        if (value === values[0]) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Storage may be forbidden. The choice then lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },
  };
}
