import type { DashboardOperation } from "#dashboard/operation";
import { createLink } from "./create-link.ts";
import { deactivateLink } from "./deactivate-link.ts";
import { getLink } from "./get-link.ts";
import { listLinks } from "./list-links.ts";

export const links: readonly DashboardOperation[] = [listLinks, getLink, createLink, deactivateLink];
