/** Serves the operations that change settings which protect money. */
import { announceAlone } from "#entry";
import type { RefusalShape } from "#http";
import type { Context } from "#lib/context";
import { SETTINGS, type SettingAsked } from "#settings";

export const settingRefusals = {
  already_open: { status: 409, message: "A change of this setting waits for approval already." },
} as const satisfies Record<string, RefusalShape>;

/** Notifies members when an Owner loosens settings alone because no one else can approve. */
export async function announceSettings(
  ctx: Context,
  session: Parameters<typeof announceAlone>[1],
  asked: readonly SettingAsked[],
): Promise<void> {
  for (const { setting, aloneUntil } of asked)
    await announceAlone(ctx, session, { what: SETTINGS[setting].looser, aloneUntil });
}
