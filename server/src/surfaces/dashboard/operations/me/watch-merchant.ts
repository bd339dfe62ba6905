import { memberOperation } from "#dashboard/operation";
import { streamHappenings } from "#dashboard/stream-happenings";

export const watchMerchant = memberOperation({
  name: "watchMerchant",
  method: "GET",
  path: "/merchants/{merchantId}/events",
  tag: "Me",
  summary: "Subscribe to a merchant's events as they happen",
  description:
    "Server-sent events with a topic, an id and a word; a heartbeat every 25 seconds. With Last-Event-ID it goes on " +
    "where it was: missed events are sent, some of them twice. It ends with the session.",
  permission: "access_transfers",
  background: true,
  output: { download: ["text/event-stream"] },
  handle: async ({ ctx, session, merchantId, mode, request }) => {
    const lastEventId = request.headers["last-event-id"];
    const bytes = await streamHappenings(
      ctx,
      { session, merchantId, mode },
      typeof lastEventId === "string" ? lastEventId : undefined,
    );
    return { mediaType: "text/event-stream", bytes };
  },
});
