// What stands before and after a screen's title in the browser's tab: the shell says it.
import { createContext, useContext } from "react";

const TitleContext = createContext<(title: string) => string>((title) => `${title} · Vitaran`);

export const TitleProvider = TitleContext.Provider;

export function useDocumentTitle(title: string): string {
  return useContext(TitleContext)(title);
}
