/** The Model Context Protocol for assistants of a merchant: they can read, and make drafts that people approve. */
export { mountMcp } from "./mount-mcp.ts";
