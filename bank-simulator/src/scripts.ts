/**
 * Scripted mishaps, such as "the next payment of 100.00 from this account is cut after posting". Each is used up by its
 * match.
 */
import type { Mishap } from "./mishap.ts";

export const OPERATIONS = ["pay", "enquire", "void", "verify", "statement"] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Match {
  readonly operation: Operation;
  readonly bankId?: string;
  readonly debitAccount?: string;
  readonly reference?: string;
  readonly amountPaise?: bigint;
  readonly rail?: string;
  /** The nth request that matches otherwise, counted from when the script was added; default 1. */
  readonly nth?: number;
}

export interface Request {
  readonly operation: Operation;
  readonly bankId: string;
  readonly debitAccount: string | undefined;
  readonly reference: string;
  readonly amountPaise: bigint | undefined;
  readonly rail: string | undefined;
}

export interface Scripts {
  add(match: Match, mishaps: readonly Mishap[], times: number): void;
  /** Returns the mishaps scripted for this request, and uses them up. */
  take(request: Request): readonly Mishap[] | undefined;
  readonly waiting: number;
  forget(debitAccount?: string): void;
}

interface Script {
  readonly match: Match;
  readonly mishaps: readonly Mishap[];
  timesLeft: number;
  seen: number;
}

/** Makes an empty list of scripts. Those for one reference are indexed by it, so that thousands can wait at once. */
export function makeScripts(): Scripts {
  const byReference = new Map<string, Script[]>();
  let general: Script[] = [];
  let waiting = 0;
  const takeFrom = (list: Script[] | undefined, request: Request): Script | undefined => {
    for (const script of list ?? []) {
      if (!fits(script.match, request)) continue;
      script.seen += 1;
      if (script.seen < (script.match.nth ?? 1)) continue;
      return script;
    }
    return undefined;
  };
  return {
    add(match, mishaps, times) {
      const script: Script = { match, mishaps, timesLeft: times, seen: 0 };
      waiting += 1;
      if (match.reference === undefined) general.push(script);
      else byReference.set(match.reference, [...(byReference.get(match.reference) ?? []), script]);
    },
    take(request) {
      if (waiting === 0) return undefined;
      const own = byReference.get(request.reference);
      const script = takeFrom(own, request) ?? takeFrom(general, request);
      if (script === undefined) return undefined;
      script.timesLeft -= 1;
      if (script.timesLeft === 0) {
        waiting -= 1;
        general = general.filter((other) => other !== script);
        if (own?.includes(script) === true)
          byReference.set(
            request.reference,
            own.filter((other) => other !== script),
          );
      }
      return script.mishaps;
    },
    get waiting() {
      return waiting;
    },
    forget(debitAccount) {
      const stays = (script: Script): boolean =>
        debitAccount !== undefined && script.match.debitAccount !== debitAccount;
      general = general.filter(stays);
      waiting = general.length;
      for (const [reference, list] of byReference) {
        const kept = list.filter(stays);
        waiting += kept.length;
        if (kept.length === 0) byReference.delete(reference);
        else byReference.set(reference, kept);
      }
    },
  };
}

function fits(match: Match, request: Request): boolean {
  return (
    match.operation === request.operation &&
    (match.bankId === undefined || match.bankId === request.bankId) &&
    fitsAccount(match, request) &&
    (match.reference === undefined || match.reference === request.reference) &&
    (match.amountPaise === undefined || match.amountPaise === request.amountPaise) &&
    (match.rail === undefined || match.rail === request.rail)
  );
}

/** If the bank does not know the reference, it does not know the account either. */
function fitsAccount({ debitAccount, reference }: Match, request: Request): boolean {
  if (debitAccount === undefined || debitAccount === request.debitAccount) return true;
  return reference !== undefined && request.debitAccount === undefined;
}
