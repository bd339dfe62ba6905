/** Changes of settings as they are stored with their requests, and the changes of a merchant's settings that wait. */
import { AccessError } from "#access";
import {
  followRequests,
  forgetTightened,
  hashContent,
  readWaiting,
  type Proposal,
  type WaitingRequest,
} from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "./table-of-settings.ts";

export interface SettingChange<Name extends SettingName = SettingName> {
  readonly name: Name;
  readonly before: Settings[Name];
  readonly after: Settings[Name];
}

/** The subjects of requests and steps about settings begin with this word. */
export const SUBJECTS = "setting:";

export const subjectOf = (name: SettingName): string => `${SUBJECTS}${name}`;

export const toProposal = ({ name, before, after }: SettingChange): Proposal => ({
  action: "set",
  setting: name,
  before,
  after,
});

export const writeSetting = <Name extends SettingName>(
  tx: Tx,
  { name, after }: SettingChange<Name>,
  { by, isGivenBack = false }: { readonly by: Actor; readonly isGivenBack?: boolean },
): Promise<unknown> => SETTINGS[name].write(tx, after, by, isGivenBack);

/** Returns the changes of some settings that wait, each with the value that it would have. */
export async function readWaitingSettings(
  tx: Tx,
  names: readonly SettingName[],
): Promise<(WaitingRequest & { readonly setting: SettingName; readonly after: string })[]> {
  const waiting = await readWaiting(tx, "limit", names.map(subjectOf));
  return names.flatMap((setting) => {
    const one = waiting.get(subjectOf(setting));
    return one === undefined ? [] : [{ ...one, setting, after: String(one.proposal?.["after"] ?? "") }];
  });
}

/** Lets approvals change settings. Called once at the start of a process. */
export function registerSettingApprovals(): void {
  followRequests(
    "limit",
    async (tx, ends) => {
      for (const { request } of ends) {
        const { status, proposal, contentHash, maker, requestId, subjectId: subject } = request;
        if (status !== "approved" || proposal === null) continue;
        if (!hashContent(proposal).equals(contentHash)) continue;
        const because = await makeApproved(tx, proposal, maker);
        if (because === null) continue;
        const detail = { requestId, because };
        await recordAudit(tx, [
          { actor: "system", action: "settings.change_without_effect", subject, detail },
        ]);
      }
    },
    SUBJECTS,
  );
}

/** Makes the change in the name of the member who asked. Returns the reason if it did nothing; null if it is made. */
async function makeApproved(tx: Tx, proposal: Proposal, by: Actor): Promise<string | null> {
  const { setting, before, after } = proposal;
  const name = SETTING_NAMES.find((one) => one === setting);
  if (name === undefined || (await SETTINGS[name].read(tx)) !== before) return "setting_changed";
  try {
    await writeSetting(tx, { name, before, after } as SettingChange, { by });
    await forgetTightened(tx, subjectOf(name));
    return null;
  } catch (error) {
    // Nothing has been written. The maker may no longer change the setting, or the operator has stopped payouts in the
    // meantime.
    if (AccessError.is(error, "not_permitted") || AccessError.is(error, "operator_only")) return error.code;
    throw error;
  }
}
