import { defineErrors } from "#lib/errors";

export const ApprovalError = defineErrors("approvals", {
  bad_policy: "a policy is not well formed",
  too_many: "too many requests to decide at once",
  already_open: "approval of this was already requested",
  not_found: "no approval of this was requested",
  already_ended: "the request was decided, withdrawn or has expired already",
  expired: "the request was not decided in time",
  content_changed: "what is to be decided about is not what was shown",
  own_request: "members cannot decide about what they have created or changed themselves",
  not_permitted: "this needs a permission that the member does not hold, or another member",
  not_your_turn: "another level decides now",
  too_close:
    "this member had to do with the maker, its API key or its policies in the last 24 hours; another must decide",
  shown_secret:
    "this member was shown the secret of these API keys; another decides, or someone else resets them for later orders",
  already_decided: "the member has decided about this already",
  not_the_maker: "only who made a request may withdraw it",
  not_approved: "the request has not been approved",
  approvals_lapsed: "an approval counts no more, or the policy asks for more of them",
  already_released: "what was approved has been done already",
});

/** The reasons why a decision, a change or a withdrawal has no effect. */
export type ApprovalRefusal = Exclude<
  keyof typeof ApprovalError.texts,
  "bad_policy" | "too_many" | "already_open"
>;
