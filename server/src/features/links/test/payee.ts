/** A merchant's links and a payee's steps for tests: what the page does, without the page. */
import assert from "node:assert/strict";
import type { Actor } from "#audit";
import {
  confirmClaim,
  createLink,
  draftClaim,
  provePayee,
  readLink,
  readRedemption,
  sendPassword,
} from "#links";
import type { CreatedLink, DestinationInput, LinkInput, LinkView, Redemption, Visitor } from "#links";
import type { Context } from "#lib/context";
import { istDate } from "#lib/ist";
import type { TestMerchant, World } from "#test/world";

const DAY_MS = 86_400_000;

let made = 0;

/** Returns a day so many days ahead of the merchant's clock, in the form of a link's expiry. */
export async function dayAhead(world: World, { merchantId }: TestMerchant, days: number): Promise<string> {
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
  return istDate(new Date(clock!.now.getTime() + days * DAY_MS)).replaceAll("-", "/");
}

/** Makes a link of 500.00 that is valid for ten days, with changes. */
export async function makeLink(
  world: World,
  merchant: TestMerchant,
  { by = "system", ...changes }: Partial<LinkInput> & { by?: Actor } = {},
): Promise<CreatedLink & { token: string }> {
  made += 1;
  const input: LinkInput = {
    linkKey: `gram_${made}`,
    amountPaise: 500_00n,
    name: "Asha Rao",
    phone: "9876543210",
    expiry: await dayAhead(world, merchant, 10),
    remarks: "Refund of order 7",
    notifyPayee: false,
    checkName: false,
    ...changes,
  };
  const created = await createLink(world.ctx, merchant.merchantId, { ...input, by });
  return { ...created, token: tokenOf(created.address) };
}

export const tokenOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1);

/** Returns the text of the newest message to the payee for a purpose. */
export async function newestMessage(
  world: World,
  merchant: TestMerchant,
  purpose = "flowgram_otp",
): Promise<string> {
  const [message] = await world.look<{ text: string }>(
    `select body_text as text
     from messages.message
     where merchant_id = $1
       and purpose = $2
       and channel = 'sms'
     order by message_id desc
     limit 1`,
    [merchant.merchantId, purpose],
  );
  assert.ok(message !== undefined, `there is a message for ${purpose}`);
  return message.text;
}

/** Returns the newest one-time password. */
export async function newestPassword(world: World, merchant: TestMerchant): Promise<string> {
  return /^(\d{6}) is your code/.exec(await newestMessage(world, merchant))![1]!;
}

/** Requests and enters a one-time password. Returns the visitor that the browser is from then on. */
export async function prove(world: World, merchant: TestMerchant, token: string): Promise<Visitor> {
  assert.deepEqual(await sendPassword(world.ctx, token), { kind: "sent" });
  const proof = await provePayee(world.ctx, token, await newestPassword(world, merchant));
  assert.ok(proof?.kind === "proved");
  return { token, sessionToken: proof.sessionToken };
}

export const TO_ACCOUNT: DestinationInput = {
  mode: "banktransfer",
  accountNumber: "026291800001191",
  accountNumberAgain: "026291800001191",
  ifsc: "YESB0000262",
  vpa: "",
};

/** Makes a UPI destination. The simulated banks treat some UPI IDs in special ways. */
export const toVpa = (vpa: string): DestinationInput => ({
  mode: "upi",
  accountNumber: "",
  accountNumberAgain: "",
  ifsc: "",
  vpa,
});

/** Enters a destination and returns the draft's ID. */
export async function draft(
  ctx: Context,
  visitor: Visitor,
  to: DestinationInput = TO_ACCOUNT,
): Promise<string> {
  assert.deepEqual(await draftClaim(ctx, visitor, to), { kind: "drafted" });
  return (await show(ctx, visitor)).proved!.draft!.draftId;
}

/** Enters a destination and confirms it. */
export async function claim(
  ctx: Context,
  visitor: Visitor,
  to: DestinationInput = TO_ACCOUNT,
): Promise<void> {
  assert.deepEqual(await confirmClaim(ctx, visitor, await draft(ctx, visitor, to)), { kind: "ordered" });
}

/** Returns the page's data for a visitor. */
export async function show(ctx: Context, visitor: Visitor): Promise<Redemption> {
  const redemption = await readRedemption(ctx, visitor);
  assert.ok(redemption !== null);
  return redemption;
}

/** Returns the merchant's view of a link. */
export function view(world: World, { merchantId }: TestMerchant, { link }: CreatedLink): Promise<LinkView> {
  return readLink(world.ctx, merchantId, link.linkKey);
}

/** Returns the events of a merchant's links in order, with their data. */
export async function eventsOf(world: World, { merchantId }: TestMerchant): Promise<object[]> {
  const rows = await world.look<{ type: string; data: Record<string, string> }>(
    `select type, data
     from webhooks.event
     where merchant_id = $1
       and type like 'CASHGRAM%'
     order by at, seq`,
    [merchantId],
  );
  return rows.map(({ type, data: { eventTime, ...data } }) => {
    assert.match(String(eventTime), /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    return { type, ...data };
  });
}
