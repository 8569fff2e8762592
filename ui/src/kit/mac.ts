// Which keys people press.

/** Whether this is a Mac, whose people press Cmd where others press Ctrl. */
export const isMac = /^Mac|^iP/.test(navigator.platform);

/** @param other what others press, in the person's language */
export const keysOf = (mac: string, other: string): string => (isMac ? mac : other);
