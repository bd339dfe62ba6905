/** The disturbances of calls on their way to the server. A rule applies to calls whose path contains its text. */

export type Rule =
  /** The next `lose` calls reach the server, but the connection is cut instead of returning a response. */
  | { readonly path: string; readonly lose: number }
  /** The next call reaches the server, but its response is delayed by `holdMs`. */
  | { readonly path: string; readonly holdMs: number }
  /** The Date header of the next `times` responses is `aheadSeconds` later. */
  | { readonly path: string; readonly aheadSeconds: number; readonly times: number }
  /** The token of the first call is replaced, there and in later calls, by one that the server does not accept. */
  | { readonly path: string; readonly badToken: true }
  /** After `killAfter` forwarded calls, the server is killed and started again. */
  | { readonly path: string; readonly killAfter: number };

/** The disturbances of one call. */
export interface Fate {
  readonly authorization: string | undefined;
  readonly isLost: boolean;
  readonly holdMs: number;
  readonly aheadSeconds: number;
  readonly killsServer: boolean;
}

export interface Rules {
  add(rule: Rule): void;
  forget(): void;
  /** Uses up what applies to this call. */
  decide(path: string, authorization: string | undefined): Fate;
}

/** A rule that is in use, and the number of calls that it still applies to. */
interface Live {
  readonly rule: Rule;
  left: number;
  token?: string | undefined;
}

/** Returns rules that are empty at first. */
export function makeRules(): Rules {
  let live: Live[] = [];
  return {
    add: (rule) => void live.push({ rule, left: timesOf(rule) }),
    forget: () => void (live = []),
    decide(path, authorization) {
      const fate = { authorization, isLost: false, holdMs: 0, aheadSeconds: 0, killsServer: false };
      for (const one of live) if (path.includes(one.rule.path)) apply(one, fate);
      if (live.some(({ token }) => token !== undefined && token === authorization))
        fate.authorization = "Bearer ended";
      return fate;
    },
  };
}

/** Reads one of the five rules. Throws an Error for anything else. */
export function readRule(value: unknown): Rule {
  const rule = value as Record<string, unknown>;
  const kinds = ["lose", "holdMs", "aheadSeconds", "badToken", "killAfter"].filter((kind) => kind in rule);
  if (typeof rule["path"] === "string" && kinds.length === 1) return rule as unknown as Rule;
  throw new Error("a rule has a path and one of lose, holdMs, aheadSeconds, badToken and killAfter");
}

function timesOf(rule: Rule): number {
  if ("lose" in rule) return rule.lose;
  if ("aheadSeconds" in rule) return rule.times;
  return "killAfter" in rule ? rule.killAfter : 1;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function apply(live: Live, fate: Mutable<Fate>): void {
  if (live.left === 0) return;
  const { rule } = live;
  if ("badToken" in rule && fate.authorization === undefined) return;
  live.left -= 1;
  if ("lose" in rule) fate.isLost = true;
  else if ("holdMs" in rule) fate.holdMs = rule.holdMs;
  else if ("aheadSeconds" in rule) fate.aheadSeconds = rule.aheadSeconds;
  else if ("badToken" in rule) live.token = fate.authorization;
  else fate.killsServer = live.left === 0;
}
