// The API's words for webhooks, with their texts and colours.
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import type { Tone } from "#dashboard/ui/badge.tsx";

export type Endpoint = Outputs["listWebhookEndpoints"]["items"][number];
export type Format = Endpoint["format"];
export type Delivery = Outputs["listWebhookDeliveries"]["items"][number];
export type EventType = NonNullable<Inputs["listWebhookDeliveries"]["events"]>[number];
export type Tested = Outputs["testWebhook"];

export const formats = [
  "classic_form",
  "classic_json",
  "standard",
  "v2",
] as const satisfies readonly Format[];

export const outcomes = [
  "delivered",
  "retrying",
  "waiting",
  "failed",
] as const satisfies readonly Delivery["outcome"][];

export const outcomeTones: Readonly<Record<Delivery["outcome"], Tone>> = {
  delivered: "ok",
  retrying: "warn",
  waiting: "neu",
  failed: "bad",
};

/** Returns the host and path of an address, which tell endpoints apart. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
