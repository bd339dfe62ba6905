/** Schemas of OpenAPI documents: with names, as published, and in their places, as programs of ours read them. */
export type { ApiDocument } from "./document.ts";
export { nameSchemas } from "./name-schemas.ts";
export { inlineSchemas } from "./inline-schemas.ts";
