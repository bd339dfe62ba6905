import { defineErrors } from "#lib/errors";

export const StoryError = defineErrors("stories", { not_found: "The transfer does not exist." });
