/** Control calls that add faults to statements, list them and remove them. */
import { type Ask, bankOf, ControlError, iso, textOf } from "./ask.ts";
import type { StatementKind } from "./banks.ts";
import { startOf } from "./make-statement.ts";
import { formatRupees } from "./money.ts";
import type { Entry } from "./payment.ts";
import { chanceOf } from "./seed.ts";
import { type FaultName, type PlantedFault, STATEMENT_FAULTS } from "./statement-faults.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;

/** Adds one fault; its lines are chosen by `reference`, or `count` of them by `seed`. Answers with the fault. */
export function plantStatementFault(world: World, ask: Ask): object {
  const { owner, day } = readOwner(ask);
  const name = String(ask["fault"]);
  if (!Object.hasOwn(STATEMENT_FAULTS, name)) {
    throw new ControlError(`fault is one of ${Object.keys(STATEMENT_FAULTS).join(", ")}`);
  }
  const { kind, balanced = false } = ask;
  if (kind !== undefined && kind !== "intraday" && kind !== "end-of-day") {
    throw new ControlError("kind is intraday or end-of-day");
  }
  const fault = name as FaultName;
  const chosen = STATEMENT_FAULTS[fault].ofLines ? chooseLines(world, ask, { owner, day }) : [];
  const planted: PlantedFault = {
    fault,
    day,
    kind: kind as StatementKind | undefined,
    seqs: chosen.map(({ seq }) => seq),
    balanced: balanced === true,
  };
  keep(world, owner, [...world.statementFaults.of(owner), planted]);
  return { ...planted, lines: chosen.map(describe) };
}

export function listStatementFaults(world: World, ask: Ask): object {
  return { faults: world.statementFaults.of(readOwner({ day: "2024-01-01", ...ask }).owner) };
}

/** Removes the faults of a day, or of the whole account if no day is given. */
export function clearStatementFaults(world: World, ask: Ask): object {
  const { owner } = readOwner({ day: "2024-01-01", ...ask });
  const stay = world.statementFaults
    .of(owner)
    .filter(({ day }) => ask["day"] !== undefined && day !== ask["day"]);
  keep(world, owner, stay);
  return { faults: stay };
}

type Owner = { bankId: string; debitAccount: string };

function readOwner(ask: Ask): { owner: Owner; day: string } {
  const owner = { bankId: bankOf(ask["bankId"]).id, debitAccount: textOf(ask, "debitAccount") };
  const day = textOf(ask, "day");
  if (Number.isNaN(startOf(day))) throw new ControlError("day is text such as 2026-11-22");
  return { owner, day };
}

/** Chooses from the lines that are on the statement when the fault is added. */
function chooseLines(
  world: World,
  ask: Ask,
  { owner, day }: { owner: Owner; day: string },
): readonly Entry[] {
  const { reference, count = 1, seed = "1" } = ask;
  const start = startOf(day);
  const account = world.books.accountOf(owner.bankId, owner.debitAccount);
  const onDay = world.books.stated(account).entries.filter(({ at }) => at >= start && at < start + DAY_MS);
  const named = onDay.filter(({ payment }) => reference === undefined || payment?.reference === reference);
  if (named.length === 0) throw new ControlError("no line of that day is there");
  if (reference !== undefined) return named;
  const rank = new Map(named.map((entry) => [entry, chanceOf(String(seed), entry.seq)()]));
  return named.toSorted((left, right) => rank.get(left)! - rank.get(right)!).slice(0, Number(count));
}

function keep(world: World, owner: Owner, faults: readonly PlantedFault[]): void {
  world.statementFaults.plant(owner, faults);
  world.journal.write(() => ({ r: "statement-faults", ...owner, faults }));
  world.journal.flush();
}

function describe({ seq, kind, payment, utr, amountPaise, at }: Entry): object {
  const reference = payment?.reference ?? null;
  return { seq, kind, reference, utr, amount: formatRupees(amountPaise), at: iso(at) };
}
