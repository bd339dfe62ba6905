import { makeTexts } from "../../texts/catalogue.ts";
import english from "./texts.en.ts";

export const useTexts = makeTexts(english, () => import("./texts.hi.ts"));
