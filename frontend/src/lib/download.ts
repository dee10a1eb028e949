/** Lets the browser save a file. */
export function downloadBlob(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Lets the browser save a text as a file. */
export function downloadText(name: string, type: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
