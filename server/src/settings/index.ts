/** The settings that protect money: changed at once where that tightens, and by two people where it loosens. */
export {
  changeSecondFactorForAll,
  changeSettings,
  changeSettingsWithin,
  readFormerSetting,
  type SettingAsked,
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
