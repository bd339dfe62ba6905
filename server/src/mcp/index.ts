/** The Model Context Protocol, for assistants of a merchant: reading, and drafts that people approve. */
export { type McpOptions, mountMcp } from "./mount-mcp.ts";
