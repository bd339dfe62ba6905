// Saves bytes as a file, without them ever being part of an address.

/** Hands a file that the page has to the browser, to be kept under a name. */
export function saveFile(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The same with a text. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: "text/plain" }));
