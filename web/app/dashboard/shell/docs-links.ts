// Pages of the documentation, for the palette. The chunk that holds them is fetched with it.
import { docsPages } from "#docs/navigation.ts";

export const docsLinks = docsPages.map(({ path, label }) => ({ path, title: label }));
