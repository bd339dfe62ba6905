// The pages of the documentation, for the palette. They are in a chunk that is fetched with it.
import { docsPages } from "#docs/navigation.ts";

export const docsLinks = docsPages.map(({ path, label }) => ({ path, title: label }));
