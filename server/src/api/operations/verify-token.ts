import { success, unknownError } from "./answers.ts";
import type { CallerOperation } from "./operation.ts";

const answers = { token_valid: success("Token is valid"), breakdown: unknownError } as const;

export const verifyToken: CallerOperation = {
  name: "verifyToken",
  method: "POST",
  path: "/verifyToken",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Access",
  summary: "Verify a token",
  answers: () => answers,
  breakdown: answers.breakdown,
  // A caller that gets here has shown a valid token.
  handle: async () => ({ answer: answers.token_valid }),
};
