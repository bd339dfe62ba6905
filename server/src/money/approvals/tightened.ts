/**
 * Stores what members tightened alone in the last seven days, so that an Owner can restore the earlier state at once.
 * Loosening waits for a second person, so without this one member could stop everyone's payments.
 */
import { isOwner, memberOf, showActors, type ShownPerson } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";

/** An Owner can give back at once what another member took in this many days. */
export const GIVE_BACK_DAYS = 7;

/** A state of something that protects money, as JSON; null if it does not exist. */
export type State = Readonly<Record<string, unknown>> | string | number | boolean | null;

interface SettingStep {
  /** The thing that is tightened, such as `rule:` with its id. */
  readonly subject: string;
  readonly before: State;
  readonly after: State;
}

/** Consecutive steps of other members; the last of them is the last that is known of the subject. */
export interface Tightening extends SettingStep {
  /** The time of the first step. */
  readonly since: Date;
  /** The members who took the steps, the last one first. */
  readonly by: readonly Actor[];
  readonly people: readonly ShownPerson[];
}

/**
 * Stores a step that a member took alone, in its transaction. The caller has locked the subject since before it read
 * the state `before`, so the steps are numbered in the order of their effects. A change by the system ends the steps
 * before it, which can then not be undone.
 */
export async function noteTightened(
  tx: Tx,
  by: Actor,
  { subject, before, after }: SettingStep,
): Promise<void> {
  const memberId = memberOf(by);
  if (memberId === null) return forgetTightened(tx, subject);
  await tx.execute(FORGET_OLD, [tx.merchantId, tx.now]);
  const states = [before, after].map((state) => JSON.stringify(state));
  await tx.execute(NOTE, [tx.merchantId, newId(), subject, tx.now, memberId, ...states]);
}

/** Deletes the steps about a subject that several people, the operator, or an Owner who gave it back have set since. */
export async function forgetTightened(tx: Tx, subject: string): Promise<void> {
  await tx.execute(FORGET, [tx.merchantId, subject]);
}

/**
 * Reads what an Owner can give back at once, by subject, for subjects with a prefix. Other actors get nothing. The
 * caller gives back only if the subject is still in the state `after`.
 */
export async function readTightened(
  tx: Tx,
  by: Actor,
  subjects: string,
): Promise<ReadonlyMap<string, Tightening>> {
  if (!(await isOwner(tx, by))) return new Map();
  const rows = await readLoneSteps(tx, subjects);
  const found = new Map<string, Omit<Tightening, "people">>();
  const ended = new Set<string>();
  for (const { memberId, at, ...step } of rows) {
    const { subject, before } = step;
    const actor: Actor = `member:${memberId}`;
    const later = found.get(subject);
    const follows = later === undefined || JSON.stringify(later.before) === JSON.stringify(step.after);
    if (ended.has(subject) || actor === by || !follows) ended.add(subject);
    else if (later === undefined) found.set(subject, { ...step, since: at, by: [actor] });
    else found.set(subject, { ...later, before, since: at, by: [...new Set([...later.by, actor])] });
  }
  const personOf = await showActors(
    tx,
    [...found.values()].flatMap((one) => one.by),
  );
  return new Map([...found].map(([subject, one]) => [subject, { ...one, people: one.by.map(personOf) }]));
}

/** Reads the steps that members took alone in the last seven days, the latest first, for subjects with a prefix. */
export function readLoneSteps(tx: Tx, subjects: string): Promise<LoneStep[]> {
  return tx.query<LoneStep>(READ, [tx.merchantId, subjects, tx.now]);
}

/**
 * Records that an Owner gave back what others took, which ends their steps. Those members and the Owners are notified.
 */
export async function noteGivenBack(tx: Tx, by: Actor, given: Tightening): Promise<void> {
  await forgetTightened(tx, given.subject);
  const detail = { what: given.subject };
  await recordAudit(
    tx,
    given.by.map((subject) => ({ actor: by, action: "approvals.tightening_undone", subject, detail })),
  );
}

interface LoneStep extends SettingStep {
  readonly memberId: string;
  readonly at: Date;
}

const FORGET_OLD = `
  delete from approvals.tightened
  where merchant_id = $1 and at <= $2::timestamptz - interval '${GIVE_BACK_DAYS} days'`;

const NOTE = `
  insert into approvals.tightened (merchant_id, tightened_id, subject, at, member_id, before, after)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const FORGET = `
  delete from approvals.tightened
  where merchant_id = $1 and subject = $2`;

const READ = `
  select subject, before, after, at, member_id as "memberId"
  from approvals.tightened
  where merchant_id = $1
    and starts_with(subject, $2)
    and at > $3::timestamptz - interval '${GIVE_BACK_DAYS} days'
  order by nth desc`;
