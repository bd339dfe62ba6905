/** The merchant API over HTTP: the classic payouts contract, its literals, and its published documents. */
export { buildApi } from "./build-api.ts";
export { buildErrorCatalogue, type CatalogueRow, buildOpenApi } from "./build-openapi.ts";
export { buildEventSchemas } from "./event-schemas.ts";
export { buildOpenApiV2, refusalsOf } from "./build-openapi-v2.ts";
export { isOfV2 } from "./v2-surface.ts";
export { operations } from "./operations/index.ts";
export { answersOf, takesKey, type Version } from "./operations/operation.ts";
export { operationsV2 } from "./v2/index.ts";
