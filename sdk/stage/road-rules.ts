/** What can be done to calls on their way to the server; each rule is for calls whose path contains its text. */

export type Rule =
  /** The next so many calls reach the server, and the connection is cut instead of an answer. */
  | { readonly path: string; readonly lose: number }
  /** The next call reaches the server, and its answer is held back so long, in milliseconds. */
  | { readonly path: string; readonly holdMs: number }
  /** The Date header of the next so many answers is so many seconds later. */
  | { readonly path: string; readonly aheadSeconds: number; readonly times: number }
  /** The token of the first call is from then on sent on as one that the server does not take. */
  | { readonly path: string; readonly badToken: true }
  /** When so many calls were sent on, the server is killed and started again. */
  | { readonly path: string; readonly killAfter: number };

/** What becomes of one call. */
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

/** A rule as it is used up. */
interface Live {
  readonly rule: Rule;
  left: number;
  token?: string | undefined;
}

/** No rules at first. */
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

/** @throws {Error} for what is none of the five */
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
