/** The dashboard's API under `/api`, for members in a browser. */
export { buildDashboardContract } from "./build-contract.ts";
export { mountDashboard } from "./mount-dashboard.ts";
export { operations } from "./operations/index.ts";
export type { DashboardOperation } from "./operation.ts";
