/** Settings that protect money are tightened at once. In live, loosening them needs another person's approval. */
import { isOwner, memberOf, requireOfMember, setSecondFactorForAll } from "#access";
import {
  askForApprovals,
  creatorOf,
  forgetTightened,
  hashContent,
  listMerchants,
  lockRequests,
  noteGivenBack,
  noteTightened,
  readAlsoAsked,
  readTightened,
  type Requirement,
  type Tightening,
} from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { subjectOf, SUBJECTS, toProposal, writeSetting, type SettingChange } from "./proposed-setting.ts";
import { SETTINGS, type SettingName, type Settings } from "./table-of-settings.ts";

/** A setting that waits for another person. */
interface SettingAsked {
  readonly setting: SettingName;
  readonly requestId: string;
  /** The time when it is changed without another person, because there is none; null if another person decides. */
  readonly aloneUntil: Date | null;
}

type SettingsChange = Partial<Settings> & {
  readonly by: Actor;
  /** The approvers that the policies of other merchants ask for, if the settings apply to those as well. */
  readonly alsoAsked?: readonly Requirement[];
};

/**
 * Changes the given settings, all or none. Returns those that wait for another person; they stay as they are until
 * then. Throws the errors of the modules that keep the settings, AccessError `not_permitted`, and ApprovalError
 * `already_open` if a change of the same setting waits.
 */
export function changeSettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: SettingsChange,
): Promise<readonly SettingAsked[]> {
  return ctx.db.inMerchant(merchantId, (tx) => changeSettingsWithin(tx, change));
}

/**
 * The same for an organization's rule on second factors: as soon as it has live merchants, all that the policies of
 * each of them ask for is needed. The request stands with the oldest one.
 */
export async function changeSecondFactorForAll(
  ctx: Context,
  organizationId: string,
  { forAll, by }: { readonly forAll: boolean; readonly by: Actor },
): Promise<SettingAsked | null> {
  const merchants = await listMerchants(ctx, organizationId);
  const [oldest, ...others] = merchants.flatMap(({ merchantId, mode }) =>
    mode === "live" ? [merchantId] : [],
  );
  if (oldest === undefined) {
    await setSecondFactorForAll(ctx, organizationId, { forAll, by });
    return null;
  }
  const alsoAsked = await readAlsoAsked(ctx, others, { subjectKind: "limit", facts: factsOf(by) });
  const [asked = null] = await changeSettings(ctx, oldest, { secondFactorForAll: forAll, by, alsoAsked });
  return asked;
}

const factsOf = (by: Actor) => ({
  amountPaise: null,
  rail: null,
  fundSourceId: null,
  creator: creatorOf(by),
});

/** `changeSettings` within the caller's transaction. */
export async function changeSettingsWithin(
  tx: Tx,
  { by, alsoAsked = [], ...wanted }: SettingsChange,
): Promise<readonly SettingAsked[]> {
  const names = (Object.keys(wanted) as SettingName[]).filter((name) => wanted[name] !== undefined);
  for (const name of names) await requireOfMember(tx, by, SETTINGS[name].permission);
  // Requests are locked before their subjects. Then the changes are judged one after the other.
  await lockRequests(
    tx,
    names.map((name) => ({ subjectKind: "limit", subjectId: subjectOf(name) })),
  );
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`settings:${tx.merchantId}`]);
  const toAsk: SettingChange[] = [];
  for (const name of names) {
    const change = { name, before: await SETTINGS[name].read(tx), after: wanted[name]! } as SettingChange;
    if (change.before === change.after) {
      // If the operator confirms a value, it is no longer a member's step.
      if (memberOf(by) === null) await forgetTightened(tx, subjectOf(name));
      continue;
    }
    const isLooser = loosens(change);
    const isFree = isLooser && (await mayLoosen(tx, change, by));
    const isGivenBack = isLooser && !isFree && (await givesBack(tx, change, by));
    if (isLooser && !isFree && !isGivenBack) {
      toAsk.push(change);
      continue;
    }
    await writeSetting(tx, change, { by, isGivenBack });
    if (isLooser) await forgetTightened(tx, subjectOf(name));
    else await noteTightened(tx, by, { ...change, subject: subjectOf(name) });
  }
  return ask(tx, toAsk, { by, alsoAsked });
}

async function ask(
  tx: Tx,
  changes: readonly SettingChange[],
  { by, alsoAsked }: Required<Pick<SettingsChange, "by" | "alsoAsked">>,
): Promise<SettingAsked[]> {
  const subjects = changes.map((change) => {
    const proposal = toProposal(change);
    return {
      subjectId: subjectOf(change.name),
      contentHash: hashContent(proposal),
      maker: by,
      facts: factsOf(by),
      proposal,
      alsoAsked,
    };
  });
  const asked = await askForApprovals(tx, "limit", subjects);
  const waiting: SettingAsked[] = [];
  for (const [index, change] of changes.entries()) {
    const one = asked[index]!;
    if (one.kind === "pending")
      waiting.push({ setting: change.name, requestId: one.requestId, aloneUntil: one.aloneUntil });
    else {
      await writeSetting(tx, change, { by });
      await forgetTightened(tx, subjectOf(change.name));
    }
  }
  return waiting;
}

/** True for the operator, and for an Owner if the setting lets Owners loosen it at once. */
async function mayLoosen(tx: Tx, { name }: SettingChange, by: Actor): Promise<boolean> {
  return memberOf(by) === null || (SETTINGS[name].ownersLoosen === true && (await isOwner(tx, by)));
}

/** True if an Owner gives back no more than what other members took; this is recorded. */
async function givesBack(tx: Tx, change: SettingChange, by: Actor): Promise<boolean> {
  const [steps] = await readFormerSettings(tx, by, [change.name]);
  if (steps === undefined || loosens({ ...change, before: steps.before } as SettingChange)) return false;
  await noteGivenBack(tx, by, steps);
  return true;
}

/** A setting that other members tightened, which an Owner can set back to `before` at once. */
interface FormerSetting extends Tightening {
  readonly setting: SettingName;
}

/** Returns those of some settings that a member can give back at once; nothing for members who are no Owners. */
export async function readFormerSettings(
  tx: Tx,
  by: Actor,
  names: readonly SettingName[],
): Promise<FormerSetting[]> {
  const tightened = await readTightened(tx, by, SUBJECTS);
  const found: FormerSetting[] = [];
  for (const setting of names) {
    const steps = tightened.get(subjectOf(setting));
    if (steps === undefined || steps.after !== (await SETTINGS[setting].read(tx))) continue;
    const back = { name: setting, before: steps.after, after: steps.before } as SettingChange;
    if (loosens(back)) found.push({ ...steps, setting });
  }
  return found;
}

const loosens = <Name extends SettingName>({ name, before, after }: SettingChange<Name>): boolean =>
  SETTINGS[name].loosens(before, after);
