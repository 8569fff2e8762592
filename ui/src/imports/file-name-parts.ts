/** The words of a file's name, its ending apart: where it may break. */
export const partsOfFileName = (name: string): string[] => name.split(/(?<=[-_+])(?=[^-_+.])|(?=\.[^.]*$)/);
