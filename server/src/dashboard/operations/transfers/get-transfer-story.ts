import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { CALENDARS } from "#rails";
import { mayBeTold, readStory, StoryError } from "#stories";
import { describeStory, storySchema } from "./describe-story.ts";

export const getTransferStory = memberOperation({
  name: "getTransferStory",
  method: "GET",
  path: "/merchants/{merchantId}/transfers/{id}/story",
  tag: "Transfers",
  summary: "Get everything about a transfer: where the money is, what happened, and what happens next",
  permission: "access_transfers",
  /** The merchant's own id, or ours. */
  pathFields: { id: text({ max: 60 }) },
  output: storySchema,
  refusals: { not_found: { status: 404, message: "This transfer does not exist." } },
  handle: async ({ ctx, merchantId, fundSourceIds, input }) => {
    const story = await readStory(ctx, merchantId, { anyId: input.id });
    if (!(await mayBeTold(ctx, { merchantId, fundSourceIds }, story.transfer)))
      throw StoryError.not_found({ anyId: input.id });
    const calendar = CALENDARS[ctx.config.railCalendar];
    return describeStory(story, { calendar, makerId: story.history.makerId });
  },
});
