// How much room something takes, in words.

/** 1234567 bytes as `1.2 MB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const place = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1_000 ** place;
  return `${number.toFixed(place === 0 || number >= 100 ? 0 : 1)} ${units[place]}`;
}
