/**
 * The settings that protect money. A change that tightens takes effect at once, and one that loosens needs two people.
 */
export {
  changeSecondFactorForAll,
  changeSettings,
  changeSettingsWithin,
  readFormerSettings,
} from "./change-settings.ts";
export { readWaitingSettings, registerSettingApprovals } from "./proposed-setting.ts";
export {
  SETTING_NAMES,
  SETTINGS,
  readNetworks,
  writeNetworks,
  type SettingName,
  type Settings,
} from "./table-of-settings.ts";
