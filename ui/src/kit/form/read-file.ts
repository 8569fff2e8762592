// Files that people choose, as requests carry them.

/** The bytes of a file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += 32_768) {
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  }
  return btoa(text);
}

/** Whether a file is a zip, by its name or its first bytes. */
export async function isZip(file: File): Promise<boolean> {
  if (/\.zip$/i.test(file.name)) return true;
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return a === 0x50 && b === 0x4b;
}

/** Whether a file is Markdown, by its name. */
export const isMarkdown = ({ name }: File) => /\.(?:md|markdown)$/i.test(name);
