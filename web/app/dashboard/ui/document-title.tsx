// The shell sets the text around a screen's title in the browser's tab.
import { createContext, useContext } from "react";

const TitleContext = createContext<(title: string) => string>((title) => `${title} · Vitaran`);

export const TitleProvider = TitleContext.Provider;

export function useDocumentTitle(title: string): string {
  return useContext(TitleContext)(title);
}
