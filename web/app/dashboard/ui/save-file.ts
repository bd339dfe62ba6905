// Saves bytes as a file without putting them into an address.

/** Passes a file to the browser, to be saved under this name. */
export function saveFile(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: "text/plain" }));
